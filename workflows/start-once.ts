import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ParentClosePolicy,
  patched,
  setCurrentDetails,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { describeBlockingTask } from '../domain/store-wait.ts';
import type { CrawlDispensaryInput } from '../domain/crawl-run.ts';
import type { ScheduledStart, StartOnceInput } from '../temporal-config/schedules.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { memoOf, readMemo, retryOf, usualRetries } from '../temporal-config/task-memo.ts';
import { PROBE_PROXIES_ID, REFRESH_ANALYTICS_ID, SWEEP_STORAGE_ID } from '../temporal-config/workflow-ids.ts';
import { bookkeepingActivities } from './activity-proxies.ts';
import { followCurrentVersion } from './follow-current-version.ts';
import { listenFor } from './listen-for.ts';
import { storeFreeSignal } from './messages.ts';
import { hasFields, isJsonObject, requireInput } from './require-input.ts';

/** The result of `startOnce`. */
export interface StartOnceResult {
  workflowId: string;
  /** `joined`: a chain that began after this start was due does the same work. */
  outcome: 'started' | 'joined' | 'already running' | 'not needed';
  /** The run that was started or joined. If the workflow continues as new, this is its first run. */
  runId?: string;
}

// The workflow that `startOnce` starts must run on the current version, even if `startOnce` had to wait for a worker.
followCurrentVersion(startOnce);

/**
 * Starts a workflow under its fixed id, unless one is running. Schedules start this workflow, because a schedule appends the time
 * to the workflow ids that it uses, and such ids would not be locks. Work requested for later also waits in a `startOnce`, so
 * that it does not hold its lock while it waits. A crawl that a person requested for later waits for the chain that is open at
 * its time.
 */
export async function startOnce(input: StartOnceInput, ...more: unknown[]): Promise<StartOnceResult> {
  checkInput(input, more);
  const { later, ...start } = input;
  if (later?.onlyInDoubt === true && !(await isInDoubt(start)))
    return { workflowId: start.workflowId, outcome: 'not needed' };
  if (later?.retryCount !== undefined && patched('retry-wanted') && !(await isRetryWanted(start)))
    return { workflowId: start.workflowId, outcome: 'not needed' };
  const started = await tryStart(input);
  if (started !== null) return started;
  const isPersons = later !== undefined && later.onlyInDoubt === undefined && later.retryCount === undefined;
  if (!isPersons || start.workflow !== 'crawlDispensary' || !patched('wait-for-chain'))
    return { workflowId: start.workflowId, outcome: 'already running' };
  return startAfterChain(input, start.input);
}

/**
 * The first delay between two checks whether the chain is closed. It doubles with each check, and starts anew after the signal of
 * the chain's end, because a chain closes a moment after that signal.
 */
const FIRST_LOOK_MS = 1_000;

/**
 * Waits until no chain of the dispensary with other work is open, then starts the chain, or joins one that does the same work.
 */
async function startAfterChain(input: StartOnceInput, chain: CrawlDispensaryInput): Promise<StartOnceResult> {
  const { workflowId, later } = input;
  const { dispensaryId, images = true, priority = SCHEDULED_PRIORITY } = chain;
  const request = { dispensaryId, images, priority, since: later?.scheduledFor ?? new Date().toISOString() };
  const untilReported = listenFor(storeFreeSignal);
  let promotedRunId: string | undefined;
  for (let round = 0; ; round += 1) {
    const summary = `${workflowId}: which chain is open?`;
    const met = await bookkeepingActivities(summary).meetChain({ ...request, promotedRunId });
    if (met.is === 'same') return { workflowId, outcome: 'joined', runId: met.runId };
    if (met.is === 'over') {
      const started = await tryStart(input);
      if (started !== null) return started;
    } else {
      promotedRunId = met.runId;
      setCurrentDetails(`Waiting for ${describeBlockingTask(workflowId, met.startedAt)}`);
      if (await untilReported(FIRST_LOOK_MS * 2 ** round)) round = 0;
    }
  }
}

/** Starts the workflow; returns null if a workflow with this id is already open. */
async function tryStart({ later, ...start }: StartOnceInput): Promise<StartOnceResult | null> {
  // The requester of this start is also the requester of what it starts.
  const { requested_by: requestedBy } = readMemo(workflowInfo().memo);
  try {
    const started = await startChild(start.workflow, {
      workflowId: start.workflowId,
      args: [start.input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      ...(later === undefined
        ? {
            staticSummary: `${start.workflowId}, by schedule`,
            memo: memoOf({ maxRetries: usualRetries(start.workflow) }),
          }
        : {
            staticSummary: later.summary,
            memo: memoOf({ ...later, requestedBy }),
            ...retryOf(start.workflow, later),
          }),
      // The started workflow inherits the search attributes, and the priority.
      typedSearchAttributes: workflowInfo().typedSearchAttributes,
    });
    return { workflowId: start.workflowId, outcome: 'started', runId: started.firstExecutionRunId };
  } catch (error) {
    // Child starts have no conflict policy, so this start throws if a workflow of the same id is open. That is expected.
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
}

/** Whether a menu of the dispensary is still doubted. True if the start is no crawl. */
async function isInDoubt({ workflow, workflowId, input }: ScheduledStart): Promise<boolean> {
  if (workflow !== 'crawlDispensary') return true;
  const summary = `${workflowId}: look whether it is still doubted`;
  const isWanted = await bookkeepingActivities(summary).isInDoubt({ dispensaryId: input.dispensaryId });
  if (!isWanted) setCurrentDetails('Not needed: nothing of the dispensary is doubted any more.');
  return isWanted;
}

/** Whether a retry is still needed: false if the dispensary was crawled while the retry waited. True if the start is no crawl. */
async function isRetryWanted({ workflow, workflowId, input }: ScheduledStart): Promise<boolean> {
  if (workflow !== 'crawlDispensary') return true;
  const summary = `${workflowId}: look whether it was crawled meanwhile`;
  const { dispensaryId } = input;
  const since = workflowInfo().startTime.toISOString();
  const isWanted = await bookkeepingActivities(summary).isRetryWanted({ dispensaryId, since });
  if (!isWanted) setCurrentDetails('Not needed: the dispensary was crawled while this waited.');
  return isWanted;
}

/**
 * The ids that each workflow may be started under. A child of an unknown type, or under another workflow's id, would hold that id
 * while its workflow task fails again and again.
 */
const IDS: Record<ScheduledStart['workflow'], RegExp> = {
  crawlDispensary: /^crawl\/[1-9]\d{0,15}$/,
  refreshFromPayload: /^refresh\/[1-9]\d{0,15}$/,
  resolveEntryPoint: /^resolve\/[1-9]\d{0,15}$/,
  crawlDue: /^crawl-due\/[\w/-]{1,100}$/,
  // All codes of states and provinces, joined, make 206 characters.
  discoverStores: /^discover\/[\w-]+\/.{1,300}$/,
  refreshAnalytics: new RegExp(`^${REFRESH_ANALYTICS_ID}$`),
  probeProxies: new RegExp(`^${PROBE_PROXIES_ID}$`),
  sweepStorage: new RegExp(`^${SWEEP_STORAGE_ID}$`),
};

/** Refuses a wrong input, except the fields inside `input`: the started workflow checks those itself. */
function checkInput(input: StartOnceInput, more: unknown[]): void {
  requireInput<Required<StartOnceInput>>(workflowInfo().workflowType, [input, ...more], {
    workflow: isKnown,
    workflowId: (id) => typeof id === 'string' && (!isKnown(input.workflow) || IDS[input.workflow].test(id)),
    input: isJsonObject,
    later: (later) => later === undefined || isLater(later),
  });
}

function isKnown(workflow: unknown): boolean {
  return typeof workflow === 'string' && Object.hasOwn(IDS, workflow);
}

/** The limit of a summary. The server refuses a longer one at every attempt of the workflow task. */
const SUMMARY_BYTES_MAX = 400;

const RETRIES_MAX = 1_000;

function isRetries(count: unknown): boolean {
  return (
    count === undefined || (Number.isInteger(count) && Number(count) >= 0 && Number(count) <= RETRIES_MAX)
  );
}

function isLater(later: unknown): boolean {
  return hasFields<Required<NonNullable<StartOnceInput['later']>>>(later, {
    summary: (text) => typeof text === 'string' && new TextEncoder().encode(text).length <= SUMMARY_BYTES_MAX,
    priority: (priority) => priority === undefined || Number.isSafeInteger(priority),
    maxRetries: isRetries,
    retryCount: isRetries,
    onlyInDoubt: (flag) => flag === undefined || typeof flag === 'boolean',
    scheduledFor: (at) => at === undefined || (typeof at === 'string' && !Number.isNaN(Date.parse(at))),
  });
}
