import type { Counted, Fault } from './rule.ts';
import type { Sample, Suspicion } from './suspicion.ts';

/**
 * What settles each fault, according to its possible causes.
 *
 * - `owner`: a block, or a proxy that truncates or caches answers. Another identity, through a proxy of another owner, gets
 *   either the truth or the same menu. Time settles it too.
 * - `time`: a fault of the platform that all identities see, or a real event in the store. A later look that shows the same
 *   distinguishes a fact from a passing fault.
 * - `never`: no store does this. Only a correct menu or a person ends the doubt.
 */
export const CONFIRMED_BY: Readonly<Record<Fault, 'owner' | 'time' | 'never'>> = {
  incomplete: 'owner',
  empty: 'time',
  shrunk: 'time',
  unstocked: 'time',
  restocked: 'time',
  requantified: 'time',
  repriced: 'time',
  resized: 'time',
  'renamed-ids': 'time',
  copied: 'time',
  relabelled: 'time',
  stale: 'time',
  uncounted: 'time',
  unreadable: 'never',
  unread: 'never',
  unpriced: 'never',
  'another-store': 'never',
  twin: 'never',
};

/** The faults that no further look confirms. */
export const NEVER_CONFIRMED: readonly string[] = Object.entries(CONFIRMED_BY)
  .filter(([, way]) => way === 'never')
  .map(([fault]) => fault);

/** Whether a later look can confirm a menu with these faults. */
export function isConfirmedByTime(faults: readonly Fault[]): boolean {
  return faults.every((fault) => CONFIRMED_BY[fault] !== 'never');
}

/** When, and through which address, a menu was fetched. */
export interface Look {
  exitAddress: string | null;
  /** The seller of the proxy; null if unknown. */
  proxyOwner: string | null;
  fetchedAt: Date;
}

/** An earlier menu of the store whose doubt is not settled yet. */
export interface OpenSuspect extends Look {
  id: number;
  suspicion: Suspicion;
  /** The person who confirmed it, if it has not been ingested yet. */
  believedBy?: string | null;
}

export interface Confirmation {
  /**
   * What confirmed it: a look through another owner's proxy, a look that is late enough, or a person who confirmed the same
   * before.
   */
  by: 'refetch' | 'time' | 'person';
  /** The person, if `by` is `person`. */
  person?: string;
  /** All earlier payloads that agree with this one, including those that settle nothing. */
  payloadIds: number[];
}

/**
 * Whether earlier looks settle the doubts about a menu. Either each of its faults is settled by a look that saw the same, or a
 * person has confirmed a look with the same values.
 * @param confirmAfterMs how far apart two looks must be for time to settle a fault
 */
export function confirmMenu(
  { suspicion, ...look }: Look & { suspicion: Suspicion },
  earlier: readonly OpenSuspect[],
  confirmAfterMs: number,
): Confirmation | null {
  const agreeing = earlier.filter((suspect) => agrees(suspect.suspicion, suspicion));
  const payloadIds = agreeing.map(({ id }) => id);
  const believed = agreeing.find(
    (suspect) => suspect.believedBy != null && showsSame(suspect.suspicion, suspicion),
  );
  if (believed?.believedBy != null) return { by: 'person', person: believed.believedBy, payloadIds };
  const settledBy = suspicion.faults.map((fault) => {
    const way = CONFIRMED_BY[fault];
    if (way === 'never') return null;
    const byOwner = way === 'owner' ? agreeing.find((suspect) => isOtherOwner(suspect, look)) : undefined;
    if (byOwner !== undefined) return 'refetch';
    const byTime = agreeing.find(
      ({ fetchedAt }) => look.fetchedAt.getTime() - fetchedAt.getTime() >= confirmAfterMs,
    );
    return byTime === undefined ? null : 'time';
  });
  if (settledBy.includes(null)) return null;
  return { by: settledBy.includes('time') ? 'time' : 'refetch', payloadIds };
}

/** Whether an earlier look through another address saw the same, so that another look now adds nothing. */
export function isSeenAgain(
  { suspicion, exitAddress }: Look & { suspicion: Suspicion },
  earlier: readonly OpenSuspect[],
): boolean {
  return earlier.some(
    (suspect) => suspect.exitAddress !== exitAddress && agrees(suspect.suspicion, suspicion),
  );
}

/** This many doubted payloads within this many times `confirmAfterMs` end the extra looks; the regular crawls continue. */
const LOOKS_SUSPECTS_MAX = 6;
const LOOKS_WITHIN_SPANS = 4;

/**
 * Whether a look `confirmAfterMs` later may settle the doubt. A store that never shows the same menu twice is left to its regular
 * crawls. Suspects that time cannot confirm, and older ones, do not count: such a fault leaves suspects as long as it lasts, and
 * the first correct menu after it may differ so much from the shelf that it needs a look.
 */
export function isWorthRecheck(
  { suspicion, fetchedAt }: Pick<Look, 'fetchedAt'> & { suspicion: Suspicion },
  earlier: readonly OpenSuspect[],
  confirmAfterMs: number,
): boolean {
  if (!isConfirmedByTime(suspicion.faults)) return false;
  const since = fetchedAt.getTime() - LOOKS_WITHIN_SPANS * confirmAfterMs;
  const vain = earlier.filter(
    (suspect) => suspect.fetchedAt.getTime() >= since && isConfirmedByTime(faultsOf(suspect.suspicion)),
  );
  return vain.length < LOOKS_SUSPECTS_MAX;
}

/** Suspects from earlier versions only have their first fault. */
function faultsOf({ fault, faults = [fault] }: Pick<Suspicion, 'fault'> & { faults?: Fault[] }): Fault[] {
  return faults;
}

function isOtherOwner(one: Look, other: Look): boolean {
  return (
    one.proxyOwner !== null &&
    other.proxyOwner !== null &&
    one.proxyOwner !== other.proxyOwner &&
    one.exitAddress !== other.exitAddress
  );
}

/** How far apart the shares of two looks may be, because menus change while they are doubted. */
const SAME_WITHIN_SHARE = 0.1;
const SAME_WITHIN_PRODUCTS = 3;

/**
 * Whether an earlier look shows the same doubts as a later one: about as many products for each rule, in the same direction. The
 * earlier count matters even if it was too low for a doubt.
 */
export function agrees(
  earlier: Pick<Suspicion, 'measured'>,
  later: Pick<Suspicion, 'measured' | 'doubts'>,
): boolean {
  // Suspects from earlier versions have no counts.
  const measuredOf = ({ measured }: { measured?: Suspicion['measured'] }) => measured;
  const before = new Map(measuredOf(earlier)?.map((one) => [one.rule, one]));
  if (measuredOf(later) === undefined) return false;
  return later.measured.slice(0, later.doubts).every((now) => {
    const then = before.get(now.rule);
    return then !== undefined && isAlike(then, now);
  });
}

/** The share of sampled products that must show the same values, because menus change while they are doubted. */
const SAME_SAMPLES_SHARE = 0.5;

/** Whether the sampled products of a later menu had the same values in an earlier one. */
function showsSame(earlier: Partial<Pick<Suspicion, 'samples'>>, later: Pick<Suspicion, 'samples'>): boolean {
  const keyOf = ({ rule, id, field, option, now }: Sample) => JSON.stringify([rule, id, field, option, now]);
  const before = new Set(earlier.samples?.map(keyOf));
  const same = later.samples.filter((sample) => before.has(keyOf(sample)));
  return same.length >= later.samples.length * SAME_SAMPLES_SHARE;
}

function isAlike(one: Counted, other: Counted): boolean {
  if (isUpward(one) !== isUpward(other)) return false;
  const gap = Math.abs(one.count - other.count);
  return gap <= SAME_WITHIN_PRODUCTS || Math.abs(shareOf(one) - shareOf(other)) <= SAME_WITHIN_SHARE;
}

function isUpward({ count, up = 0 }: Counted): boolean {
  return up > count / 2;
}

function shareOf({ count, of }: Counted): number {
  return of === 0 ? 0 : count / of;
}
