import type { QuarantineStanding } from '../db/queries/overview-figures.ts';
import { scrubWords } from '../domain/credentials.ts';
import { blames, meaningOf, withoutKind } from '../domain/errors.ts';
import { UNKNOWN_TYPE_ATTEMPTS_MAX } from '../domain/job.ts';
import { clockFault, isHeard, isLive } from '../domain/worker.ts';
import type { DrainForecast } from './drain-forecast.ts';
import { spanInWords } from './time-span.ts';
import type { Verdict, VerdictFacts, VerdictReason } from './verdict-facts.ts';

// Whether everything is all right: one answer for the overview and for `crawlchain status`.

/** Judges how everything stands. */
export function judge(facts: VerdictFacts): Verdict {
  const reasons = [
    ...judgeServers(facts),
    ...judgeWorkers(facts),
    ...judgeSilent(facts),
    ...judgeLost(facts),
    ...judgeProxies(facts),
    ...judgeRoles(facts),
    ...judgeJobs(facts),
    ...judgeFailures(facts),
    ...judgeFailing(facts),
    ...judgeOverdue(facts),
    ...judgeTargets(facts),
    ...judgeQuarantine(facts),
    ...judgeSchedules(facts),
  ];
  const bad = reasons.filter(({ severity }) => severity === 'bad');
  const others = reasons.filter(({ severity }) => severity !== 'bad');
  return {
    verdict: bad.length > 0 ? 'bad' : others.length > 0 ? 'degraded' : 'good',
    reasons: [...bad, ...others],
  };
}

function judgeServers({ databaseAway, temporalAway, ledger, now }: VerdictFacts): VerdictReason[] {
  const about = { page: '/#servers', api: '/readyz' };
  if (databaseAway !== null)
    return [{ severity: 'bad', code: 'database-away', words: 'The database does not answer.', ...about }];
  const since =
    ledger === null || ledger.asOf === null
      ? ''
      : ` What is shown of tasks and jobs is ${spanInWords(minutesBetween(ledger.asOf, now))} old.`;
  if (temporalAway !== null)
    return [
      {
        severity: 'bad',
        code: 'temporal-away',
        words: `Temporal does not answer: nothing new starts, and what runs cannot go on.${since}`,
        ...about,
      },
    ];
  if (ledger?.isStale !== true) return [];
  const words =
    ledger.asOf === null
      ? 'The ledger has not been level with Temporal yet: tasks that no worker has begun may be missing.'
      : `No process follows Temporal for the ledger.${since} An API process has to run.`;
  return [{ severity: 'degraded', code: 'ledger-behind', words, ...about }];
}

function judgeWorkers({ workers, roles }: VerdictFacts): VerdictReason[] {
  const about = { page: '/workers', api: '/api/worker-registry' };
  const living = (workers ?? []).filter(isHeard);
  const reasons: VerdictReason[] = [];
  if (workers !== null && !workers.some(({ status }) => isLive(status))) {
    const waiting = (roles ?? []).reduce((sum, { pending }) => sum + pending, 0);
    const meanwhile =
      waiting === 0 ? '' : `, and ${counted(waiting, 'task')} ${waiting === 1 ? 'waits' : 'wait'}`;
    const words = `No worker is running${meanwhile}; \`npm run worker\` starts one.`;
    reasons.push({ severity: 'bad', code: 'no-worker', words, ...about });
  }
  const backingOff = living.filter(({ status }) => status === 'backing_off');
  if (backingOff.length > 0) {
    const [first] = backingOff;
    const because = first?.resources.backoff_reason ?? 'it has too little of something';
    const words = `${counted(backingOff.length, 'worker')} of ${living.length} ${backingOff.length === 1 ? 'takes' : 'take'} nothing new. ${first?.friendly_name}: ${because}.`;
    reasons.push({ severity: 'degraded', code: 'backing-off', words, ...about });
  }
  const [off] = living.flatMap((worker) => {
    const fault = clockFault(worker);
    return fault === null ? [] : [`Worker ${worker.friendly_name}: ${fault}.`];
  });
  if (off !== undefined) reasons.push({ severity: 'degraded', code: 'clock-off', words: off, ...about });
  return reasons;
}

/** Without an active proxy nothing is fetched. */
function judgeProxies({ proxies, roles, now }: VerdictFacts): VerdictReason[] {
  if (proxies === null || proxies.active > 0) return [];
  const about = { severity: 'bad', code: 'no-active-proxy', page: '/#targets', api: '/api/proxies' } as const;
  if (proxies.others === 0) {
    const isMissed = (roles ?? []).some(({ forecast }) => forecast.boundBy === 'proxies');
    const words = 'There is no proxy, so nothing is fetched. `crawlchain proxies import` adds some.';
    return isMissed ? [{ ...about, words }] : [];
  }
  const { others, cooling, firstReadyAt, lastError } = proxies;
  const coming =
    firstReadyAt === null
      ? 'None is tried again by itself: an operator took them out of use.'
      : `${cooling} cool down by themselves; the first is tried again in ${spanInWords(minutesBetween(now, firstReadyAt))}.`;
  const why = lastError === null ? '' : ` What went wrong last: ${scrubWords(lastError)}.`;
  const words = `None of ${counted(others, 'proxy', 'proxies')} is active, so nothing is fetched. ${coming}${why} \`crawlchain proxies list\` shows them; where they all fail alike, ask their provider.`;
  return [{ ...about, words }];
}

/** Most often it was killed; until it counts as lost, one that is cut off may still come back. */
function judgeSilent({ workers, now }: VerdictFacts): VerdictReason[] {
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
  return [
    {
      severity: (workers ?? []).some(isHeard) ? 'degraded' : 'bad',
      code: 'worker-silent',
      words: `Worker ${name} has sent no heartbeat for ${spanInWords(minutesBetween(at, now))}: it was killed, hangs, or is cut off. ${tasksOf(first)} Unless it is heard of, it counts as lost in ${spanInWords(minutesBetween(now, lostAt))}.${others}`,
      page: '/workers',
      api: '/api/worker-registry',
    },
  ];
}

/** What becomes of the tasks that a worker had in hand. */
function tasksOf({ active_task_count: tasks }: NonNullable<VerdictFacts['workers']>[number]): string {
  if (tasks === 0) return 'It had no task.';
  return `It had ${counted(tasks, 'task')}: ${tasks === 1 ? 'that begins' : 'these begin'} again on another worker.`;
}

/** So long after its last heartbeat a lost worker is reported; then others do its work, or their lack is. */
const LOST_MINUTES = 60;

/** A worker that ends in order says so; one that is lost was killed, hangs, or is cut off. */
function judgeLost({ workers, now }: VerdictFacts): VerdictReason[] {
  const lost = (workers ?? [])
    .filter(
      ({ status, last_heartbeat_at: at }) => status === 'lost' && minutesBetween(at, now) < LOST_MINUTES,
    )
    .toSorted((one, other) => Number(other.last_heartbeat_at) - Number(one.last_heartbeat_at));
  const [latest] = lost;
  if (latest === undefined) return [];
  const { friendly_name: name, last_heartbeat_at: at } = latest;
  const others =
    lost.length === 1 ? '' : ` ${counted(lost.length - 1, 'other')} fell silent within the hour, too.`;
  return [
    {
      severity: 'degraded',
      code: 'worker-lost',
      words: `Worker ${name} stopped sending heartbeats ${spanInWords(minutesBetween(at, now))} ago, and did not say that it ends: it was killed, hangs, or is cut off. ${tasksOf(latest)}${others}`,
      page: '/workers?status=lost',
      api: '/api/worker-registry?status=lost',
    },
  ];
}

/** More than the longest time that capacity is planned for. */
const BACKLOG_MINUTES_MAX = 8 * 60;

/** Without any worker, or any proxy, one sentence says it for all roles. */
function judgeRoles({ roles, workers }: VerdictFacts): VerdictReason[] {
  const isDeserted = workers !== null && !workers.some(isHeard);
  return isDeserted ? [] : (roles ?? []).flatMap(judgeRole);
}

function judgeRole({ role, pending, forecast }: NonNullable<VerdictFacts['roles']>[number]): VerdictReason[] {
  const { state, words, minutes, boundBy, failure } = forecast;
  if (boundBy === 'proxies') return [];
  const about = { page: '/#capacity', api: `/api/tasks/capacity/${role}` };
  const said = `${role}: ${counted(pending, 'task')} ${pending === 1 ? 'waits' : 'wait'}, ${words}.`;
  if (failure !== undefined) return [judgeRetrying(said, failure, about)];
  if (state === 'stalled') return [{ severity: 'bad', code: 'stalled', words: said, ...about }];
  if (state === 'grows') return [{ severity: 'degraded', code: 'grows', words: said, ...about }];
  if (minutes !== null && minutes > BACKLOG_MINUTES_MAX)
    return [{ severity: 'degraded', code: 'slow', words: said, ...about }];
  return [];
}

/** What we lack ourselves, such as disk space, ends when somebody provides it. */
function judgeRetrying(
  said: string,
  { kind, message }: NonNullable<DrainForecast['failure']>,
  about: Pick<VerdictReason, 'page' | 'api'>,
): VerdictReason {
  const meaning = meaningOf(kind);
  const words = [
    said,
    ...(message === null ? [] : [`The last error: ${scrubWords(withoutKind(message, kind))}.`]),
    ...(meaning === null ? [] : [`What happens after it: ${meaning}`]),
  ].join(' ');
  return { severity: blames(kind) === 'us' ? 'bad' : 'degraded', code: 'retrying', words, ...about };
}

function judgeJobs({ jobs, workers }: VerdictFacts): VerdictReason[] {
  const hasWorkers = (workers ?? []).some(isHeard);
  if (jobs === null || !hasWorkers) return [];
  const { pending, isServed, unknownTypes } = jobs;
  if (isServed) return judgeUnknownTypes(unknownTypes);
  if (pending === 0) return [];
  const words = `${jobsWait(pending)}, stalled: no worker serves \`jobs\`.`;
  return [{ severity: 'bad', code: 'stalled', words, page: '/#capacity', api: '/api/scheduler/status' }];
}

function jobsWait(count: number): string {
  return `Jobs: ${counted(count, 'job')} ${count === 1 ? 'waits' : 'wait'}`;
}

/** More of them are counted. */
const TYPES_NAMED_MAX = 3;

/** As when a type was removed from the registered ones, or only the API has it. */
function judgeUnknownTypes(types: NonNullable<VerdictFacts['jobs']>['unknownTypes']): VerdictReason[] {
  const [first] = types;
  if (first === undefined) return [];
  const count = types.reduce((sum, one) => sum + one.count, 0);
  const isOne = types.length === 1;
  const named = types
    .slice(0, TYPES_NAMED_MAX)
    .map((one) => (isOne ? `\`${one.jobType}\`` : `\`${one.jobType}\` (${one.count})`));
  const others = types.length - named.length;
  const names = [...named, ...(others === 0 ? [] : [counted(others, 'other')])].join(', ');
  const words = `${jobsWait(count)}, stalled: no worker that serves \`jobs\` knows the ${isOne ? 'type' : 'types'} ${names}. Start such a worker with JOB_TYPES naming the module that has ${isOne ? 'it' : 'them'}; a job fails after ${UNKNOWN_TYPE_ATTEMPTS_MAX} attempts at workers that do not know its type.`;
  const query = isOne
    ? `status:pending type:${/\s/.test(first.jobType) ? `"${first.jobType}"` : first.jobType}`
    : 'status:pending';
  const page = `/jobs?q=${encodeURIComponent(query)}`;
  const api = `/api/jobs?status=pending${isOne ? `&job_type=${encodeURIComponent(first.jobType)}` : ''}`;
  return [{ severity: 'bad', code: 'stalled', words, page, api }];
}

/** A share of what ended within the hour; a few single failures are usual. */
const FAILED_SHARE = { degraded: 0.1, bad: 0.5 };
const FAILED_BAD_MIN = 5;

function judgeFailures({ lastHour }: VerdictFacts): VerdictReason[] {
  if (lastHour === null || lastHour.failed === 0) return [];
  const { completed, failed, kind } = lastHour;
  const ended = completed + failed;
  const share = failed / ended;
  if (share < FAILED_SHARE.degraded) return [];
  const isBad = share >= FAILED_SHARE.bad && failed >= FAILED_BAD_MIN;
  const mostly = kind === null ? '' : `, most often as ${kind}`;
  return [
    {
      severity: isBad ? 'bad' : 'degraded',
      code: 'failures',
      words: `${failed} of ${ended} runs that ended within the last hour failed${mostly}.`,
      page: '/#failures',
      api: '/api/tasks?status=failed&sort=ended',
    },
  ];
}

/** In a large fleet a store that never succeeds is a small share of what fails. */
function judgeFailing({ failing }: VerdictFacts): VerdictReason[] {
  if (failing === null || failing.worst === null) return [];
  const { count, worst } = failing;
  const as = worst.kind === null ? '' : `, last as ${worst.kind}`;
  const words =
    count === 1
      ? `${worst.name} failed ${worst.failures} times within a day${as}, and not once succeeded since.`
      : `${count} dispensaries failed three times or more within a day, and not once succeeded since. ${worst.name} failed most often: ${worst.failures} times${as}.`;
  const page = count === 1 ? `/tasks?q=store:${worst.id}` : '/#failures';
  const api = `/api/tasks?status=failed&dispensary_id=${worst.id}`;
  return [{ severity: 'degraded', code: 'failing', words, page, api }];
}

/** A store that fails alone is few among many failures, and its menu becomes old all the same. */
function judgeOverdue({ overdue, now }: VerdictFacts): VerdictReason[] {
  if (overdue === null || overdue.oldest === null) return [];
  const { count, of, oldest } = overdue;
  const age =
    oldest.fetchedAt === null
      ? 'which never had one'
      : `whose menu is ${spanInWords(minutesBetween(oldest.fetchedAt, now))} old`;
  const words = `${count} of ${counted(of, 'dispensary', 'dispensaries')} ${count === 1 ? 'has' : 'have'} no menu as new as ${count === 1 ? 'its' : 'their'} schedule wants. The oldest is ${oldest.name}, ${age}; its tasks say why.`;
  const page = `/tasks?q=store:${oldest.id}`;
  const api = '/api/quality/dispensaries?problem=overdue';
  return [{ severity: 'degraded', code: 'overdue', words, page, api }];
}

function judgeTargets({ stopped, breakers, now }: VerdictFacts): VerdictReason[] {
  const page = '/#targets';
  const stops = (stopped ?? []).map(({ target, stoppedAt, because }): VerdictReason => {
    const why = because === '' ? '' : `: ${because}`;
    const words = `${target} was stopped ${spanInWords(minutesBetween(stoppedAt, now))} ago${why}. \`crawlchain platforms start ${target}\` lets its requests go.`;
    return { severity: 'degraded', code: 'stopped', words, page, api: '/api/overview' };
  });
  const refusals = (breakers ?? []).map(({ target, openings }): VerdictReason => {
    const pauses = `${counted(openings, 'pause')} so far`;
    const words = `${target} refuses every proxy: requests pause, and single ones try whether that is over (${pauses}).`;
    return { severity: 'degraded', code: 'refused', words, page, api: '/api/overview' };
  });
  return [...stops, ...refusals];
}

function judgeQuarantine({ quarantine, now }: VerdictFacts): VerdictReason[] {
  if (quarantine === null || quarantine.waiting === 0) return [];
  const { waiting, oldestAt, commonest } = quarantine;
  const since = oldestAt === null ? '' : `, the oldest for ${spanInWords(minutesBetween(oldestAt, now))}`;
  const words = `${counted(waiting, 'menu')} ${waiting === 1 ? 'is' : 'are'} not believed and ${waiting === 1 ? 'waits' : 'wait'} for a decision${since}.${alikeInWords(commonest)}`;
  const about = { page: '/quarantine', api: '/api/payloads/quarantine' };
  return [{ severity: 'degraded', code: 'quarantine', words, ...about }];
}

/** So many stores do not change alike by chance. */
const ALIKE_MIN = 3;

function alikeInWords(commonest: QuarantineStanding['commonest']): string {
  if (commonest === null || commonest.dispensaries < ALIKE_MIN) return '';
  const { fault, platform, dispensaries } = commonest;
  return ` ${dispensaries} dispensaries of ${platform} are doubted alike (\`${fault}\`): ${platform} may have changed what it sends. The catalog keeps the menus before.`;
}

function judgeSchedules({ schedules }: VerdictFacts): VerdictReason[] {
  return (schedules ?? []).map(({ id, state, words }) => ({
    severity: 'degraded',
    code: `schedule-${state}`,
    words: `The schedule ${id} ${words}.`,
    page: '/#schedules',
    api: `/api/schedules/${id}`,
  }));
}

function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

function minutesBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 60_000);
}
