import { HEARTBEATS_MISSED_MAX, isHeard, isLive, USUAL_HEARTBEAT_MS } from '../../domain/worker.ts';
import type { ListedWorker } from '../../db/queries/worker-registry.ts';
import { formatMoment } from '../../domain/format-moment.ts';
import type { WorkHolder } from './open-work.ts';

/** Returns the time from which a worker counts as silent if it sends no further heartbeat. */
function silentFrom({ tuner, last_heartbeat_at: heardAt }: ListedWorker): Date {
  const intervalMs = Math.max(USUAL_HEARTBEAT_MS, tuner.heartbeat_interval_ms ?? 0);
  return new Date(heardAt.getTime() + HEARTBEATS_MISSED_MAX * intervalMs);
}

function serves(queue: string) {
  return ({ queues }: ListedWorker): boolean => queues.some((served) => served.queue === queue);
}

/** Describes that no worker serves a queue; empty: one does. A silent worker is named: it may hang, or still serve the queue. */
export function describeUnserved(queue: string, workers: readonly ListedWorker[]): string[] {
  const serving = workers.filter(({ status }) => isLive(status)).filter(serves(queue));
  if (serving.some(isHeard)) return [];
  const [silent] = serving;
  if (silent === undefined) return [`a worker: none serves the queue \`${queue}\``];
  const others = serving.length === 1 ? ', which serves' : ` and ${serving.length - 1} more, which serve`;
  return [
    `a worker: ${silent.friendly_name}${others} the queue \`${queue}\`, sent no heartbeat since ${formatMoment(silent.last_heartbeat_at)}`,
  ];
}

/**
 * Describes which worker should take the work that waits in a queue. Temporal may not know yet that a killed process has
 * ended.
 */
export function describePlace(queue: string, workers: readonly ListedWorker[]): string {
  const serving = workers
    .filter(isHeard)
    .filter(serves(queue))
    .toSorted((one, other) => Number(other.last_heartbeat_at) - Number(one.last_heartbeat_at));
  const killed = serving.find(({ crashes }) => crashes > 0);
  const wanted = `a worker that serves the queue \`${queue}\``;
  if (killed !== undefined && serving.every(({ active_task_count: tasks }) => tasks === 0))
    return `${wanted}: a process of ${killed.friendly_name} was killed, and Temporal gives its work to another one within a minute`;
  const active = serving.filter(({ status }) => status === 'active');
  const [free, ...others] = active.filter(
    ({ active_task_count: tasks, max_concurrent_tasks: most }) => tasks < most,
  );
  if (free === undefined) return describeFull(queue, serving);
  const heardAt = formatMoment(free.last_heartbeat_at);
  // The workers are sorted by heartbeat, so the others with free slots are late, too.
  if (free.is_late)
    return `${wanted}: ${free.friendly_name} has sent no heartbeat since ${heardAt}, and counts as silent from ${formatMoment(silentFrom(free))}`;
  // Which of a worker's tasks belong to the queue is not known.
  if (active.every((worker) => worker.active_task_count >= slotsFor(queue, worker)))
    return `${describeSlot(queue, active)}, which may all be taken`;
  const more =
    others.length === 0 ? '' : `, and so ${others.length === 1 ? 'has' : 'have'} ${others.length} more`;
  return `${wanted}: ${free.friendly_name}, last heard of at ${heardAt}, has free slots${more}`;
}

/** How many tasks of a queue a worker runs at once. Its other tasks may leave fewer of them free. */
function slotsFor(queue: string, { queues, max_concurrent_tasks: most }: ListedWorker): number {
  return Math.min(most, queues.find((served) => served.queue === queue)?.slots ?? most);
}

/** Describes a slot for a queue, with the number of slots that the workers have for it. */
function describeSlot(queue: string, workers: readonly ListedWorker[]): string {
  const slots = workers.reduce((sum, worker) => sum + slotsFor(queue, worker), 0);
  return `a free slot of a worker that serves the queue \`${queue}\`${slots === 0 ? '' : `, of ${slots} in all`}`;
}

function describeFull(queue: string, serving: readonly ListedWorker[]): string {
  const wanted = `a worker that serves the queue \`${queue}\``;
  const backingOff = serving.find(({ status }) => status === 'backing_off');
  const busy = serving.filter(({ status }) => status === 'active');
  if (backingOff === undefined || busy.length > 0) return describeSlot(queue, busy);
  const because = backingOff.resources.backoff_reason;
  return `${wanted}: ${backingOff.friendly_name} takes no new tasks${because === null ? '' : `, ${because}`}`;
}

/** The share of the heartbeat timeout after which a heartbeat is overdue; activities send one after four fifths at the latest. */
const OVERDUE_SHARE = 0.85;

/**
 * Describes why the worker that holds an attempt does not go on with it, and when Temporal ends the attempt; empty: nothing
 * shows that it does not.
 */
export function describeHolder(holder: WorkHolder, workers: readonly ListedWorker[]): string[] {
  const { attempt, since, heardAt, heartbeatTimeoutMs } = holder;
  const worker = workers.find(({ worker_id: id }) => id === holder.worker);
  if (worker === undefined) return [];
  const { friendly_name: name, started_at: startedAt, last_heartbeat_at: workerHeardAt } = worker;
  const lastAt = heardAt ?? since;
  const endsAt = heartbeatTimeoutMs === null ? null : new Date(lastAt.getTime() + heartbeatTimeoutMs);
  const next =
    endsAt === null
      ? 'Temporal starts the next attempt once the heartbeats of this one time out'
      : `Temporal starts the next attempt at ${formatMoment(endsAt)}`;
  // A killed earlier process of this worker held the attempt.
  if (startedAt > since)
    return [
      `the end of attempt ${attempt}: the process of ${name} that had it is gone, another began at ${formatMoment(startedAt)}; ${next}`,
    ];
  const isOverdue =
    heartbeatTimeoutMs !== null && Date.now() - lastAt.getTime() > heartbeatTimeoutMs * OVERDUE_SHARE;
  if (!isOverdue && !(worker.is_late || worker.status === 'lost')) return [];
  const silentAt = isOverdue && lastAt > workerHeardAt ? lastAt : workerHeardAt;
  return [
    `a heartbeat of ${name}, which has attempt ${attempt} and has sent none since ${formatMoment(silentAt)}; unless one comes, ${next}`,
  ];
}
