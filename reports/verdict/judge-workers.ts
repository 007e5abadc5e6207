import { clockFault, isHeard, isLive, type BackOffCause } from '../../domain/worker.ts';
import { formatMoment } from '../../domain/format-moment.ts';
import { minutesBetween, formatSpan } from '../time-span.ts';
import { clearingAt, clearingOfAll, NEEDS_PERSON, UNKNOWN, type Clearing } from './clearing.ts';
import { counted } from './counted.ts';
import type { VerdictFacts, VerdictReason } from './verdict-facts.ts';

/** Reports that no worker runs, that some back off or crash, or that the clock of one is off. */
export function judgeWorkers({ workers, open }: VerdictFacts): VerdictReason[] {
  const about = { page: '/workers', api: '/api/worker-registry' };
  const living = (workers ?? []).filter(isHeard);
  const reasons: VerdictReason[] = [];
  if (workers !== null && !workers.some(({ status }) => isLive(status))) {
    const text = `No worker is running${describeWaiting(open)}; \`npm run worker\` starts one.`;
    reasons.push({ severity: 'bad', code: 'no-worker', words: text, ...NEEDS_PERSON, ...about });
  }
  const backingOff = living.filter(({ status }) => status === 'backing_off');
  if (backingOff.length > 0) {
    const [first] = backingOff;
    const because = first?.resources.backoff_reason ?? 'it lacks a resource';
    const text = `${counted(backingOff.length, 'worker')} of ${living.length} ${backingOff.length === 1 ? 'takes' : 'take'} no new tasks. ${first?.friendly_name}: ${because}. ${describeEnding(first)}`;
    const clearing = clearingOfAll(
      backingOff.map(({ resources }) => ENDINGS[resources.backoff_cause ?? 'cpu'].clearing),
    );
    reasons.push({ severity: 'degraded', code: 'backing-off', words: text, ...clearing, ...about });
  }
  reasons.push(...judgeLate(living, about), ...judgeCrashes(living, about));
  const [off] = living.flatMap((worker) => {
    const fault = clockFault(worker);
    return fault === null ? [] : [`Worker ${worker.friendly_name}: ${fault}.`];
  });
  if (off !== undefined)
    reasons.push({ severity: 'degraded', code: 'clock-off', words: off, ...NEEDS_PERSON, ...about });
  return reasons;
}

/**
 * Reports workers with work whose heartbeats are late, and the only worker. They may hang, and until they count as silent nothing else
 * shows it.
 */
function judgeLate(
  living: NonNullable<VerdictFacts['workers']>,
  about: Pick<VerdictReason, 'page' | 'api'>,
): VerdictReason[] {
  const isAlone = living.length === 1;
  const late = living.filter(
    ({ is_late: isLate, active_task_count: tasks }) => isLate && (tasks > 0 || isAlone),
  );
  const [first] = late;
  if (first === undefined) return [];
  const { friendly_name: name, last_heartbeat_at: at, active_task_count: tasks } = first;
  const others =
    late.length === 1 ? '' : ` So ${late.length === 2 ? 'is' : 'are'} ${counted(late.length - 1, 'other')}.`;
  const text = `The heartbeat of worker ${name} is late: the last one came at ${formatMoment(at)}. It was killed, hangs, or its machine is very busy; it has ${counted(tasks, 'task')}.${others}`;
  return [{ severity: 'degraded', code: 'worker-late', words: text, ...UNKNOWN, ...about }];
}

/** From this many crashes on, a worker is reported: one or two may come from a forced deployment. */
const CRASHES_MIN = 3;

/**
 * Reports workers that are killed repeatedly. In lists such a worker looks like one that has just started, while its tasks start over each
 * time.
 */
function judgeCrashes(
  living: NonNullable<VerdictFacts['workers']>,
  about: Pick<VerdictReason, 'page' | 'api'>,
): VerdictReason[] {
  const crashing = living
    .filter(({ crashes }) => crashes >= CRASHES_MIN)
    .toSorted((one, other) => other.crashes - one.crashes);
  const [first] = crashing;
  if (first === undefined) return [];
  const others = crashing.length === 1 ? '' : ` So was ${counted(crashing.length - 1, 'other worker')}.`;
  const text = `Worker ${first.friendly_name} was started again ${first.crashes} times within 15 minutes after processes that ended without a closing record: they crashed, or were killed, for example for their memory. Its tasks start over each time. Its log, and whatever starts it, show why.${others}`;
  return [{ severity: 'degraded', code: 'worker-crashes', words: text, ...UNKNOWN, ...about }];
}

/** Counts the open work that a missing worker holds up; scheduled tasks need no worker yet. */
function describeWaiting(open: VerdictFacts['open']): string {
  if (open === null) return '';
  const { tasks, jobs, scheduled, hasMorePending } = open;
  const ready = Math.max(0, tasks.pending - scheduled.count);
  const parts = [
    ...(ready === 0 ? [] : [counted(ready, 'task')]),
    ...(jobs.pending === 0 ? [] : [counted(jobs.pending, 'job')]),
  ];
  if (parts.length === 0) return '';
  const verb = ready + jobs.pending === 1 ? 'waits' : 'wait';
  return `, and ${hasMorePending ? 'at least ' : ''}${parts.join(' and ')} ${verb}`;
}

/** Describes what ends a worker's back-off. A worker whose heartbeat is late may have been killed. */
function describeEnding(worker: NonNullable<VerdictFacts['workers']>[number] | undefined): string {
  if (worker?.is_late === true)
    return `Its heartbeat is late: the last one came at ${formatMoment(worker.last_heartbeat_at)}, so it may have been killed.`;
  return ENDINGS[worker?.resources.backoff_cause ?? 'cpu'].words;
}

/** What ends a back-off, by its cause. */
const ENDINGS: Record<BackOffCause, { words: string; clearing: Clearing }> = {
  memory: {
    words:
      'It resumes by itself once its memory is below the threshold. If its memory only rises, it leaks: decommission the worker.',
    clearing: UNKNOWN,
  },
  cpu: { words: 'It resumes by itself once it is below the threshold.', clearing: clearingAt(null) },
  clock: { words: 'It resumes by itself once its clock is right.', clearing: NEEDS_PERSON },
};

/**
 * Reports workers without a recent heartbeat that do not count as lost yet. Most were killed; one that is cut off may still
 * come back.
 */
export function judgeSilent({ workers, now }: VerdictFacts): VerdictReason[] {
  const silent = (workers ?? [])
    .flatMap((worker) => {
      const { counts_as_lost_at: lostAt } = worker;
      return lostAt === null ? [] : [{ ...worker, lostAt }];
    })
    .toSorted((one, other) => Number(one.lostAt) - Number(other.lostAt));
  const [first] = silent;
  if (first === undefined) return [];
  const { friendly_name: name, last_heartbeat_at: at, lostAt } = first;
  const others =
    silent.length === 1
      ? ''
      : ` ${counted(silent.length - 1, 'other')} ${silent.length === 2 ? 'is' : 'are'} silent, too.`;
  const isAlone = !(workers ?? []).some(isHeard);
  return [
    {
      severity: isAlone ? 'bad' : 'degraded',
      code: 'worker-silent',
      words: `Worker ${name} has sent no heartbeat for ${formatSpan(minutesBetween(at, now))}: it was killed, hangs, or is cut off. ${tasksOf(first, isAlone)} Unless a heartbeat comes, it counts as lost in ${formatSpan(minutesBetween(now, lostAt))}.${others}${isAlone ? ' No other worker runs: `npm run worker` starts one.' : ''}`,
      ...(isAlone ? NEEDS_PERSON : UNKNOWN),
      page: '/workers',
      api: '/api/worker-registry',
    },
  ];
}

/** Describes what becomes of the tasks that a worker held. @param isAlone whether no other worker runs */
function tasksOf(
  { active_task_count: tasks }: NonNullable<VerdictFacts['workers']>[number],
  isAlone: boolean,
): string {
  if (tasks === 0) return 'No task is left with it.';
  const where = isAlone ? 'once a worker runs' : 'on another worker';
  return `It had ${counted(tasks, 'task')}: ${tasks === 1 ? 'that begins' : 'these begin'} again ${where}.`;
}

/**
 * How long after its last heartbeat a lost worker is reported. Afterwards other workers do its tasks, or their absence is
 * reported. A worker that was lost without tasks needs no attention for long.
 */
const LOST_MINUTES = { withTasks: 60, idle: 10 };

/** Reports workers that are lost: they were killed, hang, or are cut off, since a worker that shuts down normally reports its end. */
export function judgeLost({ workers, now }: VerdictFacts): VerdictReason[] {
  const lost = (workers ?? [])
    .filter(({ status }) => status === 'lost')
    .map((worker) => ({ ...worker, minutesLeft: minutesLeft(worker, now) }))
    .filter((worker) => worker.minutesLeft > 0)
    .toSorted((one, other) => Number(other.last_heartbeat_at) - Number(one.last_heartbeat_at));
  const [latest] = lost;
  if (latest === undefined) return [];
  const { friendly_name: name, last_heartbeat_at: at } = latest;
  const others = lost.length === 1 ? '' : ` ${counted(lost.length - 1, 'other')} fell silent, too.`;
  const left = Math.max(...lost.map((worker) => worker.minutesLeft));
  return [
    {
      severity: 'degraded',
      code: 'worker-lost',
      words: `Worker ${name} stopped sending heartbeats ${formatSpan(minutesBetween(at, now))} ago, and did not report its end: it was killed, hangs, or is cut off. ${tasksOf(latest, !(workers ?? []).some(isHeard))}${others} This is shown for ${left < 1 ? 'less than a minute more' : `another ${formatSpan(left)}`}.`,
      ...clearingAt(new Date(now.getTime() + left * 60_000)),
      page: '/workers?status=lost',
      api: '/api/worker-registry?status=lost',
    },
  ];
}

function minutesLeft(
  { last_heartbeat_at: at, active_task_count: tasks }: NonNullable<VerdictFacts['workers']>[number],
  now: Date,
): number {
  return (tasks === 0 ? LOST_MINUTES.idle : LOST_MINUTES.withTasks) - minutesBetween(at, now);
}
