import type { DoubtEndCounts } from '../../db/queries/doubt-ends.ts';
import type { QuarantineStanding } from '../../db/queries/overview-figures.ts';
import { RULES } from '../../domain/belief/rules.ts';
import { minutesBetween, formatSpan } from '../time-span.ts';
import {
  clearingAt,
  clearingOfAll,
  clearingOfKind,
  NEEDS_PERSON,
  UNKNOWN,
  type Clearing,
} from './clearing.ts';
import { counted } from './counted.ts';
import type { VerdictFacts, VerdictReason } from './verdict-facts.ts';

/**
 * Failed shares of the work that ended within the hour: from the first share on the verdict is degraded, from the second on bad. A few
 * failures are usual.
 */
const FAILED_SHARE = { degraded: 0.1, bad: 0.5 };
const FAILED_BAD_MIN = 5;

/** Reports when more of the work that ended within the hour failed than is usual. */
export function judgeFailures({ lastHour, failing }: VerdictFacts): VerdictReason[] {
  if (lastHour === null || lastHour.failed === 0) return [];
  const { completed, failed, failedJobs, kind, kinds } = lastHour;
  const ended = completed + failed;
  const share = failed / ended;
  if (share < FAILED_SHARE.degraded) return [];
  const isBad = share >= FAILED_SHARE.bad && failed >= FAILED_BAD_MIN;
  // `judgeFailing` reports a single failing dispensary already.
  if (!isBad && isSaidOf(lastHour, failing)) return [];
  const mostly = kind === null ? '' : `, most often as ${kind}`;
  return [
    {
      severity: isBad ? 'bad' : 'degraded',
      code: 'failures',
      words: `${failed} of ${ended} tasks and jobs that ended within the last hour failed${jobsAmong(lastHour)}${worstAmong(lastHour)}${mostly}, and have not succeeded since.`,
      ...clearingOfAll(kinds.map((one) => clearingOfKind(one, null))),
      ...(failedJobs === failed ? FAILED_JOBS : FAILED_WORK),
    },
  ];
}

/** Whether all failures belong to the one dispensary that `judgeFailing` names. */
function isSaidOf(
  { failed, worst }: NonNullable<VerdictFacts['lastHour']>,
  failing: VerdictFacts['failing'],
): boolean {
  return failing?.count === 1 && worst?.failed === failed && worst.name === failing.worst?.name;
}

const FAILED_WORK = { page: '/#failures', api: '/api/tasks?status=failed&sort=ended' };

const FAILED_JOBS = {
  page: `/jobs?q=${encodeURIComponent('status:failed ended:<1h')}`,
  api: '/api/jobs?status=failed&sort=ended',
};

function jobsAmong({ failed, failedJobs }: NonNullable<VerdictFacts['lastHour']>): string {
  if (failedJobs === 0) return '';
  return failedJobs === failed
    ? ', all of them jobs'
    : `, ${failedJobs} of them ${failedJobs === 1 ? 'a job' : 'jobs'}`;
}

/** From this many failures on, a dispensary is named. */
const OF_ONE_MIN = 2;

function worstAmong({ failed, worst }: NonNullable<VerdictFacts['lastHour']>): string {
  if (worst === null || worst.failed < OF_ONE_MIN || worst.failed * 2 < failed) return '';
  return `, ${worst.failed === failed ? 'all of them' : `${worst.failed} of them`} at ${worst.name}`;
}

/** Reports stores that fail repeatedly: in a large fleet they are too small a share for `judgeFailures`. */
export function judgeFailing({ failing }: VerdictFacts): VerdictReason[] {
  if (failing === null || failing.worst === null) return [];
  const { count, worst } = failing;
  const as = worst.kind === null ? '' : `, last as ${worst.kind}`;
  const text =
    count === 1
      ? `${worst.name} failed ${worst.failures} times within a day${as}, and has not succeeded since.`
      : `${count} dispensaries failed three times or more within a day, and have not succeeded since. ${worst.name} failed most often: ${worst.failures} times${as}.`;
  const page = count === 1 ? `/dispensaries/${worst.id}` : '/#failures';
  const api = `/api/tasks?status=failed&dispensary_id=${worst.id}`;
  return [
    { severity: 'degraded', code: 'failing', words: text, ...clearingOfKind(worst.kind, null), page, api },
  ];
}

/** Reports stores whose menu is older than their schedule demands. */
export function judgeOverdue({ overdue, now }: VerdictFacts): VerdictReason[] {
  if (overdue === null || overdue.oldest === null) return [];
  const { count, of, oldest } = overdue;
  const age =
    oldest.fetchedAt === null
      ? 'which never had one'
      : `whose menu is ${formatSpan(minutesBetween(oldest.fetchedAt, now))} old`;
  const text = `${count} of ${counted(of, 'dispensary', 'dispensaries')} ${count === 1 ? 'has' : 'have'} no menu as new as ${count === 1 ? 'its' : 'their'} schedule demands. The oldest is ${oldest.name}, ${age}; its tasks say why.`;
  const page = `/tasks?q=store:${oldest.id}`;
  const api = '/api/quality/dispensaries?problem=overdue';
  return [{ severity: 'degraded', code: 'overdue', words: text, ...UNKNOWN, page, api }];
}

/** Reports doubted menus, and how many of the doubts end by themselves. */
export function judgeQuarantine({ quarantine, renamed, doubts, now }: VerdictFacts): VerdictReason[] {
  if (quarantine === null || quarantine.waiting === 0) return [];
  const { waiting, oldestAt, commonest } = quarantine;
  const since = oldestAt === null ? '' : `, the oldest for ${formatSpan(minutesBetween(oldestAt, now))}`;
  const ends = doubts === null ? '' : describeEnds(doubts, now);
  const text = `${counted(waiting, 'menu')} ${waiting === 1 ? 'is' : 'are'} doubted${since}${ends}.${describeAlike(commonest, renamed)}${describeLoss(renamed, doubts)}`;
  const about = { page: '/quarantine', api: '/api/payloads/quarantine' };
  // A later look believes menus without the renamed field, so only a person can keep its values.
  const clearing = renamed === null ? clearingOfDoubts(doubts) : NEEDS_PERSON;
  return [{ severity: 'degraded', code: 'quarantine', words: text, ...clearing, ...about }];
}

/**
 * Reports that several dispensaries of a platform keep an older menu because newer ones were rejected alike: the cause may still
 * be there.
 */
export function judgeRejected({ quarantine, rejected }: VerdictFacts): VerdictReason[] {
  if (rejected === null || rejected.dispensaries < ALIKE_MIN) return [];
  const { platform, fault, dispensaries, renamed } = rejected;
  const doubted = quarantine?.commonest;
  // The same fault is doubted again: `judgeQuarantine` reports it.
  if (doubted?.platform === platform && doubted.fault === fault) return [];
  const change = renamed === null ? '' : ` ${platform} ${formatRenamed(renamed)}.`;
  const text = `${dispensaries} dispensaries of ${platform} keep an older menu, because newer ones were rejected alike.${change} As long as the cause stays, their next crawls are doubted again.`;
  const about = { page: '/quarantine', api: '/api/payloads?verdict=rejected' };
  const clearing = renamed === null ? UNKNOWN : NEEDS_PERSON;
  return [{ severity: 'degraded', code: 'rejected', words: text, ...clearing, ...about }];
}

/** Says what is lost if nobody decides about menus with a renamed field; empty if no menu is believed without a person. */
function describeLoss(renamed: VerdictFacts['renamed'], doubts: DoubtEndCounts | null): string {
  if (renamed === null || doubts === null || doubts.lookAgain + doubts.nextCrawl === 0) return '';
  return ` Menus that clear by themselves are believed without \`${renamed.first.from}\`; reject them to keep the catalog.`;
}

/** Describes how many doubts end by themselves, and when. */
function describeEnds({ lookAgain, lastLookAt, nextCrawl, person }: DoubtEndCounts, now: Date): string {
  const within = lastLookAt === null ? '' : ` within ${formatSpan(minutesBetween(now, lastLookAt))}`;
  const itself = (count: number) => (count === 1 ? '1 clears by itself' : `${count} clear by themselves`);
  const parts = [
    ...(lookAgain === 0 ? [] : [`${itself(lookAgain)}${within}`]),
    ...(nextCrawl === 0
      ? []
      : [`${itself(nextCrawl)} with the next crawl of ${nextCrawl === 1 ? 'its store' : 'their stores'}`]),
    ...(person === 0 ? [] : [`${person} ${person === 1 ? 'needs' : 'need'} a person`]),
  ];
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/**
 * Returns whether all doubts clear by themselves; they do not if a single one needs a person. No time is given if a doubt waits
 * for the next
 * crawl, whose time is not known.
 */
function clearingOfDoubts(doubts: DoubtEndCounts | null): Clearing {
  if (doubts === null) return UNKNOWN;
  if (doubts.person > 0) return NEEDS_PERSON;
  return clearingAt(doubts.nextCrawl > 0 ? null : doubts.lastLookAt);
}

/** From this many stores with the same fault on, the platform is the likely cause. */
export const ALIKE_MIN = 3;

function describeAlike(commonest: QuarantineStanding['commonest'], renamed: VerdictFacts['renamed']): string {
  if (commonest === null || commonest.dispensaries < ALIKE_MIN) return '';
  const { platform, dispensaries, fault, rule, direction } = commonest;
  const way = direction === null ? '' : ` (${direction}ward)`;
  const shown = RULES.find(({ name }) => name === rule)?.description ?? `of the fault \`${fault}\``;
  const change = renamed === null ? 'may have changed what it sends' : formatRenamed(renamed);
  return ` ${dispensaries} dispensaries of ${platform} are doubted alike because ${shown}${way}: ${platform} ${change}. The catalog keeps the previous menus.`;
}

function formatRenamed({ first: { from, to }, count }: NonNullable<VerdictFacts['renamed']>): string {
  const others = count === 1 ? '' : `, and ${counted(count - 1, 'other field')} too`;
  return `has probably renamed \`${from}\` to \`${to}\`${others}`;
}
