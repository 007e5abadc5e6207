import type { Db } from '../db/connect.ts';
import { findServedQueues } from '../db/queries/file-holders.ts';
import { readGate } from '../db/queries/pace.ts';
import { countProxies } from '../db/queries/proxies.ts';
import { findTaskInTheWay } from '../db/queries/store-locks.ts';
import { readBreaker } from '../db/queries/target-breakers.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { tellTaskInTheWay } from '../domain/store-turn.ts';
import { breakerStateOf } from '../domain/target-breaker.ts';
import { WORKER_ACTIVE_MS } from '../domain/worker.ts';
import type { PendingWork } from '../temporal-client/look-at-tasks.ts';
import type { DescribedRun } from '../temporal-client/steer-tasks.ts';
import {
  BROWSER_QUEUE,
  fetchQueue,
  INGEST_QUEUE,
  MEDIA_QUEUE,
  REINGEST_QUEUE,
  WORKFLOW_QUEUE,
} from '../temporal-config/task-queues.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';
import type { Task } from './task.ts';

/**
 * All that holds an open task back, in words; null: nothing that is known does.
 * @param described null: Temporal does not answer, so the database alone is asked
 */
export async function tellWaitingFor(
  db: Db,
  task: Task,
  described: DescribedRun | null,
): Promise<string | null> {
  if (task.completed_at !== null) return null;
  if (task.scheduled_for !== null && task.scheduled_for.getTime() > Date.now())
    return `its time: ${momentOf(task.scheduled_for)}`;
  const inTheWay = await findTaskInTheWay(db, task.run_id);
  if (inTheWay !== null) {
    const { workflowId, workflowRunId, since } = inTheWay;
    const id = workflowRunId === null ? workflowId : taskId(workflowId, workflowRunId);
    return tellTaskInTheWay(id, since.toISOString());
  }
  if (described === null) return null;
  const found = await reasonsOf(db, task, described);
  return found.length === 0 ? null : found.join('; ');
}

async function reasonsOf(db: Db, task: Task, { look, heartbeat }: DescribedRun): Promise<string[]> {
  const { state, activity } = look;
  if (state === 'closed') return [];
  if (activity === null) return tellUnserved(db, WORKFLOW_QUEUE);
  const told = toldBy(heartbeat);
  if (state === 'claimed' || state === 'running') return told === null ? [] : [told];
  const upstream = await tellUpstream(db, activity.type, task.platform);
  if (state === 'later')
    return [tellNextAttempt(activity), ...(upstream.length > 0 || told === null ? upstream : [told])];
  return [...(await tellPlace(db, queueOf(activity.type, task.platform))), ...upstream];
}

async function tellPlace(db: Db, queue: string | null): Promise<string[]> {
  if (queue === null) return ['a worker'];
  const unserved = await tellUnserved(db, queue);
  return unserved.length > 0 ? unserved : [`a free place of the workers that serve the queue \`${queue}\``];
}

/** Where workers have disks of their own, the queue of a pod may have it in place of this one. */
function queueOf(activity: string, platform: PlatformName | null): string | null {
  switch (activity) {
    case 'fetchMenu':
    case 'resolveEntryPoint':
    case 'discoverStoresOfState':
      return platform === null ? null : fetchQueue(platform);
    case 'fetchMenuInBrowser':
      return BROWSER_QUEUE;
    case 'ingestPayload':
      return INGEST_QUEUE;
    case 'refreshPayload':
      return REINGEST_QUEUE;
    case 'downloadImages':
      return MEDIA_QUEUE;
    default:
      return null;
  }
}

/** A worker's heartbeats come every half minute; one that was killed is missed somewhat later. */
async function tellUnserved(db: Db, queue: string): Promise<string[]> {
  const served = await findServedQueues(db, { prefix: queue, silentSeconds: WORKER_ACTIVE_MS / 1_000 });
  return served.includes(queue) ? [] : [`a worker: none serves the queue \`${queue}\``];
}

function tellNextAttempt({ attempt, nextAttemptAt, lastFailure }: PendingWork): string {
  const at = nextAttemptAt === null ? '' : ` at ${momentOf(nextAttemptAt)}`;
  return `attempt ${attempt}${at}${lastFailure === null ? '' : `, after: ${lastFailure}`}`;
}

/** What a worker that has the activity says that it waits for. */
function toldBy(heartbeat: unknown): string | null {
  const { waitingFor } = Object(heartbeat) as { waitingFor?: { what?: unknown; until?: unknown } };
  const { what, until } = Object(waitingFor) as { what?: unknown; until?: unknown };
  if (typeof what !== 'string') return null;
  return typeof until === 'string' ? `${what}, until ${momentOf(new Date(until))}` : what;
}

/** Activities that go through a proxy to a platform, and under which name their health is kept. */
const TARGETS: Record<string, string> = {
  fetchMenu: '',
  fetchMenuInBrowser: '/browser',
  downloadImages: '/images',
  resolveEntryPoint: '',
  discoverStoresOfState: '',
};

/** What keeps every request to a platform back. */
async function tellUpstream(db: Db, activity: string, platform: string | null): Promise<string[]> {
  const suffix = TARGETS[activity];
  if (suffix === undefined) return [];
  const proxies = tellProxies(await countProxies(db));
  if (platform === null) return proxies;
  return [...proxies, ...(await tellGate(db, platform)), ...(await tellBreaker(db, `${platform}${suffix}`))];
}

function tellProxies({ ready, cooling, firstReadyAt }: Awaited<ReturnType<typeof countProxies>>): string[] {
  if (ready > 0) return [];
  if (firstReadyAt === null) return ['an active proxy: there is none'];
  return [`an active proxy: 0 in use, ${cooling} cooling down, the first until ${momentOf(firstReadyAt)}`];
}

async function tellGate(db: Db, platform: string): Promise<string[]> {
  const gate = await readGate(db, platform);
  if (gate === null) return [];
  if (gate.verdict === 'stopped')
    return [`an operator to start ${platform}: stopped since ${momentOf(gate.since)}: ${gate.because}`];
  return [`the pause that ${platform} asked for, until ${momentOf(new Date(Date.now() + gate.waitMs))}`];
}

async function tellBreaker(db: Db, target: string): Promise<string[]> {
  const { breaker, nowMs } = await readBreaker(db, target);
  const state = breakerStateOf(breaker, nowMs);
  if (breaker === null || state === 'half-open' || state === 'closed') return [];
  const until =
    state === 'open' ? `until ${momentOf(new Date(breaker.openUntilMs))}` : 'and one session tries it';
  return [`${target} to recover: it refuses everybody, and its breaker is open ${until}`];
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
