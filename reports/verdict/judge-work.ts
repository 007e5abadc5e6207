import { scrubWords } from '../../domain/credentials.ts';
import { blames, meaningOf, withoutKind } from '../../domain/errors.ts';
import { UNKNOWN_TYPE_ATTEMPTS_MAX } from '../../domain/job.ts';
import { CREDENTIALS_REFUSED } from '../../domain/proxy-outcome.ts';
import { OPEN_STATUSES } from '../../domain/task.ts';
import type { RetryingTasks } from '../../db/queries/retrying-work.ts';
import { isHeard } from '../../domain/worker.ts';
import { isRefused, isStuck, NEED_PROXY } from '../retrying-work.ts';
import { minutesBetween, formatSpan } from '../time-span.ts';
import { clearingAt, clearingOfKind, NEEDS_PERSON, type Clearing } from './clearing.ts';
import { counted } from './counted.ts';
import { isForFullDisk } from './judge-disks.ts';
import type { VerdictFacts, VerdictReason } from './verdict-facts.ts';

/** A backlog that takes longer than the longest planning horizon is reported. */
const BACKLOG_MINUTES_MAX = 8 * 60;

/** Judges the backlog of each role. A missing worker or proxy is reported once elsewhere, not for each role. */
export function judgeRoles({ roles, workers, retrying, now }: VerdictFacts): VerdictReason[] {
  const isDeserted = workers !== null && !workers.some(isHeard);
  const stuck = new Set<string>((retrying ?? []).filter(isStuck).map(({ role }) => role));
  if (isDeserted) return [];
  return (roles ?? []).filter(({ role }) => !stuck.has(role)).flatMap((one) => judgeRole(one, now));
}

function judgeRole(
  { role, pending, forecast }: NonNullable<VerdictFacts['roles']>[number],
  now: Date,
): VerdictReason[] {
  const { state, words, minutes, boundBy } = forecast;
  if (boundBy === 'proxies') return [];
  const about = { page: '/#capacity', api: `/api/tasks/capacity/${role}` };
  const said = `${role}: ${counted(pending, 'task')} ${pending === 1 ? 'waits' : 'wait'}, ${words}.`;
  if (state === 'stalled')
    return [{ severity: 'bad', code: 'stalled', words: said, ...NEEDS_PERSON, ...about }];
  if (state === 'grows')
    return [{ severity: 'degraded', code: 'grows', words: said, ...NEEDS_PERSON, ...about }];
  if (minutes === null || minutes <= BACKLOG_MINUTES_MAX) return [];
  const clearing = clearingAt(new Date(now.getTime() + minutes * 60_000));
  return [{ severity: 'degraded', code: 'slow', words: said, ...clearing, ...about }];
}

/** Reports work whose attempts all fail, until one of them succeeds; an attempt in progress does not clear it. */
export function judgeRetrying(facts: VerdictFacts): VerdictReason[] {
  const { retrying, proxies, breakers, workers, now } = facts;
  // Other reasons report missing workers, full disks, proxies that are all at rest or do not reach the echo, and platforms that refuse every proxy.
  if (workers !== null && !workers.some(isHeard)) return [];
  const isExplained = (one: RetryingTasks) =>
    (one.kind === 'ProxyFault' && proxies?.unreached != null) ||
    (NEED_PROXY.includes(one.kind ?? '') && proxies !== null && proxies.active === 0 && proxies.others > 0) ||
    isForFullDisk(one, facts) ||
    isRefused(one, breakers ?? []);
  return (retrying ?? [])
    .filter((one) => isStuck(one) && !isExplained(one))
    .map((one) => {
      const { role, kind } = one;
      const text = [saidOf(one, now), ...lastErrorOf(one), ...afterwardsOf(kind)].join(' ');
      const isShort = isShortWait(one, now);
      const about = { page: pageOf(one), api: `/api/tasks/capacity/${role}` };
      const clearing = areRefused(one)
        ? NEEDS_PERSON
        : isShort
          ? clearingOfKind(kind, one.nextAttemptAt)
          : clearingOfLong(one);
      return { severity: isShort ? 'degraded' : 'bad', code: 'retrying', words: text, ...clearing, ...about };
    });
}

/** Whether tasks fail because their proxies refuse our credentials, which only a person can mend. */
function areRefused({ kind, message }: RetryingTasks): boolean {
  return kind === 'ProxyFault' && message?.includes(CREDENTIALS_REFUSED) === true;
}

/** The longest wait that counts as a usual pause of a platform. */
const SHORT_WAIT_MINUTES = 5;

/** Whether the wait is a usual pause: the failure is nobody's fault, so it should end by itself, and has not lasted too long. */
function isShortWait({ kind, since }: RetryingTasks, now: Date): boolean {
  if (blames(kind ?? '') !== 'nobody') return false;
  return since === null || minutesBetween(since, now) < SHORT_WAIT_MINUTES;
}

/** Returns whether work clears after a long wait: a kind that usually clears by itself no longer counts as certain to clear. */
function clearingOfLong({ kind, nextAttemptAt }: RetryingTasks): Clearing {
  const { clearsByItself, clearsAt } = clearingOfKind(kind, nextAttemptAt);
  return clearsByItself === true ? { clearsByItself: null, clearsAt } : { clearsByItself, clearsAt };
}

/** Returns the address of the dashboard's list of the tasks that are retried. */
function pageOf({ role, platform }: RetryingTasks): string {
  const parts = [`role:${role}`, `status:${OPEN_STATUSES.join(',')}`];
  if (platform !== null) parts.push(`platform:${platform}`);
  return `/tasks?q=${encodeURIComponent(parts.join(' '))}`;
}

function saidOf(
  { role, platform, failedSince, kind, since, nextAttemptAt }: RetryingTasks,
  now: Date,
): string {
  const where = platform === null ? '' : ` of ${platform}`;
  const as = kind === null ? '' : ` as ${kind}`;
  const lasting = since === null ? '' : ` for ${formatSpan(minutesBetween(since, now))}`;
  const next =
    nextAttemptAt === null
      ? `${failedSince === 1 ? 'it is' : 'they are'} tried again now`
      : `the next attempt is in ${formatSpan(minutesBetween(now, nextAttemptAt))}`;
  return `${role}: ${counted(failedSince, 'task')}${where} ${failedSince === 1 ? 'keeps' : 'keep'} failing${as} and none succeeded${lasting}; ${next}.`;
}

function lastErrorOf({ kind, message, workerName }: RetryingTasks): string[] {
  if (message === null) return [];
  const error = scrubWords(withoutKind(message, kind)).replace(/\.$/, '');
  return [`The last error${workerName === null ? '' : `, on worker ${workerName}`}: ${error}.`];
}

function afterwardsOf(kind: string | null): string[] {
  const meaning = meaningOf(kind);
  return meaning === null ? [] : [meaning];
}

/** Reports jobs that wait although no worker can run them. */
export function judgeJobs({ jobs, workers }: VerdictFacts): VerdictReason[] {
  const hasWorkers = (workers ?? []).some(isHeard);
  if (jobs === null || !hasWorkers) return [];
  const { pending, isServed, unknownTypes } = jobs;
  if (isServed) return judgeUnknownTypes(unknownTypes);
  if (pending === 0) return [];
  const text = `${jobsWait(pending)}, stalled: no worker serves \`jobs\`.`;
  const about = { page: '/#capacity', api: '/api/scheduler/status' };
  return [{ severity: 'bad', code: 'stalled', words: text, ...NEEDS_PERSON, ...about }];
}

function jobsWait(count: number): string {
  return `Jobs: ${counted(count, 'job')} ${count === 1 ? 'waits' : 'wait'}`;
}

/** How many job types to name; the others are only counted. */
const TYPES_NAMED_MAX = 3;

/** Reports job types that no worker knows, for example because the type was removed or only the API has it registered. */
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
  const text = `${jobsWait(count)}, stalled: no worker that serves \`jobs\` knows the ${isOne ? 'type' : 'types'} ${names}. Start such a worker with JOB_TYPES naming the module that has ${isOne ? 'it' : 'them'}; a job fails after ${UNKNOWN_TYPE_ATTEMPTS_MAX} attempts at workers that do not know its type.`;
  const query = isOne
    ? `status:pending type:${/\s/.test(first.jobType) ? `"${first.jobType}"` : first.jobType}`
    : 'status:pending';
  const page = `/jobs?q=${encodeURIComponent(query)}`;
  const api = `/api/jobs?status=pending${isOne ? `&job_type=${encodeURIComponent(first.jobType)}` : ''}`;
  return [{ severity: 'bad', code: 'stalled', words: text, ...NEEDS_PERSON, page, api }];
}
