import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { BULK_ACTION, STARTER } from '../domain/role-workflows.ts';

/**
 * Workflow ids. A fixed id is a lock: Temporal runs at most one workflow of an id at a time, so a dispensary never
 * has two chains.
 */
export function crawlDispensaryId(dispensaryId: number): string {
  return `crawl/${dispensaryId}`;
}

/**
 * One discovery of an area at a time.
 * @param area `all`, the two-letter states that are searched, joined with `+`, or a state and a city: `AZ/phoenix`
 */
export function discoverStoresId(platform: PlatformName, area: string): string {
  return `discover/${platform}/${area}`;
}

/** The area in the id of a discovery; null for other ids. */
export function readDiscoveryArea(workflowId: string): string | null {
  return /^discover\/[^/]+\/(.+)$/.exec(workflowId)?.[1] ?? null;
}

/** The area of these states, whatever their order; each once. */
export function discoveryArea(states: string[]): string {
  return [...new Set(states)].sort().join('+');
}

/** The platform's id of a dispensary is looked for by one workflow at a time. */
export function resolveEntryPointId(dispensaryId: number): string {
  return `resolve/${dispensaryId}`;
}

/**
 * One fan-out of a scope at a time.
 * @param scope which dispensaries: `all`, or a two-letter state
 * @param platform of one platform alone
 */
export function crawlDueId(scope: string, platform?: PlatformName): string {
  return `crawl-due/${platform === undefined ? scope : `${platform}/${scope}`}`;
}

/** Batches take a day, for which they must not keep the other fan-outs of their scope from starting. */
export function crawlInBatchesId(scope: string, platform?: PlatformName): string {
  return `${crawlDueId(scope, platform)}/batches`;
}

/** The id of a fan-out of this input. */
export function fanOutId({
  scope,
  platform,
  spread,
}: Pick<CrawlDueInput, 'scope' | 'platform' | 'spread'>): string {
  return spread === undefined ? crawlDueId(scope, platform) : crawlInBatchesId(scope, platform);
}

/** A payload is ingested again by one workflow at a time. */
export function refreshPayloadId(payloadId: number): string {
  return `refresh/${payloadId}`;
}

export const REFRESH_ANALYTICS_ID = 'analytics';

export const PROBE_PROXIES_ID = 'probe-proxies';

export const SWEEP_STORAGE_ID = 'sweep-storage';

/** A generic job, whose id somebody has chosen or we have made; one at a time runs under it. */
export function jobWorkflowId(jobId: string): string {
  return `${JOB_PREFIX}${jobId}`;
}

export const JOB_PREFIX = 'job/';

/** A bulk action: several may run side by side. @param id made by us, or chosen by who starts it by hand */
export function bulkActionId(id: string): string {
  return `${BULK_ACTION.idPrefix}${id}`;
}

/** A schedule appends the time to this, so a schedule's own workflows never hold a lock. */
export function scheduledStartId(scheduleId: string): string {
  return `scheduled/${scheduleId}`;
}

/** A thin starter that waits for its time holds no lock: each has an id of its own. */
export function laterId(uuid: string): string {
  return `${STARTER.idPrefix}${uuid}`;
}

/** Whether a workflow waits to start something for a person. */
export function isLater(workflowId: string): boolean {
  return workflowId.startsWith(STARTER.idPrefix);
}

/** Under which name the look again at a dispensary waits: of each dispensary one does. */
export function lookAgainName(dispensaryId: number): string {
  return `${LOOK_AGAIN_NAME}${dispensaryId}`;
}

const LOOK_AGAIN_NAME = 'look-again-';

/** How the id of a look again that waits begins; the dispensary's follows. */
export const LOOK_AGAIN_ID_PREFIX = laterId(LOOK_AGAIN_NAME);

/** Under which name the retry of a dispensary's chain waits: of each dispensary one does. */
export function retryName(dispensaryId: number): string {
  return `${RETRY_NAME}${dispensaryId}`;
}

const RETRY_NAME = 'retry-';

/** How the id of a retry that waits begins; the dispensary's follows. */
export const RETRY_ID_PREFIX = laterId(RETRY_NAME);

/**
 * The id of a task, which is one run of a workflow, in letters that may stand in a URL's path as they are: the
 * workflow's id with `~` for each `/`, a `~`, and the run's id, as in `crawl~12~0199c6f2-…`. Other letters that a URL
 * does not take are `=` and their bytes: nothing that decodes a path, once or twice, changes the id.
 */
export function taskId(workflowId: string, runId: string): string {
  return `${lettersOf(workflowId)}~${runId}`;
}

/** The id of a workflow in such letters, without a run: `crawl-due~all`. */
export function lettersOf(workflowId: string): string {
  const letters = encodeURIComponent(workflowId).replaceAll('~', '%7E').replaceAll('%2F', '~');
  return letters.replaceAll('%', '=');
}

/** The run that a task's id names; null for what is no such id. */
export function readTaskId(id: string): { workflowId: string; runId: string } | null {
  const [, letters, runId] = /^(.+)~([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(id) ?? [];
  if (letters === undefined || runId === undefined) return null;
  const workflowId = readLetters(letters);
  return workflowId === null ? null : { workflowId, runId };
}

/** The workflow that such letters name, and the run where they name one; null for what is neither. */
export function readWorkflowLetters(id: string): { workflowId: string; runId?: string } | null {
  const workflowId = readLetters(id);
  return readTaskId(id) ?? (workflowId === null ? null : { workflowId });
}

/** The id of the workflow whose letters these are; null for what is none. */
function readLetters(letters: string): string | null {
  if (!/^[\w.!~*'()=-]+$/.test(letters)) return null;
  try {
    const workflowId = decodeURIComponent(letters.replaceAll('=', '%').replaceAll('~', '%2F'));
    // No ledger can keep it, so there is no such task.
    return workflowId.includes('\0') ? null : workflowId;
  } catch {
    return null;
  }
}
