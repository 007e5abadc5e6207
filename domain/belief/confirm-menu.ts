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

/** The faults that no further look can confirm. */
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
  /** The person who confirmed the menu, as long as it has not been ingested; null or absent if nobody did. */
  believedBy?: string | null;
}

export interface Confirmation {
  /**
   * What confirmed the menu: an earlier look through another owner's proxy (`refetch`), an earlier look long enough ago (`time`),
   * or a person who confirmed an earlier look with the same values.
   */
  by: 'refetch' | 'time' | 'person';
  /** The person, if `by` is `person`. */
  person?: string;
  /** All earlier payloads that agree with this one, including those that alone would settle nothing. */
  payloadIds: number[];
}

/**
 * Returns how earlier looks settle the doubts about a menu, or null if they do not. Either each fault is settled by an earlier look
 * that saw the same, or a person has confirmed an earlier look with the same values.
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

/** Whether an earlier look through another address saw the same faults, so that a further look now would add nothing. */
export function isSeenAgain(
  { suspicion, exitAddress }: Look & { suspicion: Suspicion },
  earlier: readonly OpenSuspect[],
): boolean {
  return earlier.some(
    (suspect) => suspect.exitAddress !== exitAddress && agrees(suspect.suspicion, suspicion),
  );
}

/**
 * After `LOOKS_SUSPECTS_MAX` doubted payloads within `LOOKS_WITHIN_SPANS` × `confirmAfterMs`, no extra look is scheduled; the
 * regular crawls continue.
 */
const LOOKS_SUSPECTS_MAX = 6;
const LOOKS_WITHIN_SPANS = 4;

/**
 * Whether to schedule an extra look after `confirmAfterMs`. No if time cannot settle the doubt, or if the store has had too many
 * suspects recently: a store that never shows the same menu twice is left to its regular crawls. Suspects that time cannot confirm
 * do not count: their fault adds suspects for as long as it lasts, and the first correct menu afterwards may differ so much from the
 * shelf that an extra look is needed.
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

/** Returns all faults of a suspect. Earlier versions stored only the first one. */
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

/**
 * The counts of two looks are alike if their shares differ by at most the first limit, or their numbers of products by at most the
 * second: menus change while they are doubted.
 */
const SAME_WITHIN_SHARE = 0.1;
const SAME_WITHIN_PRODUCTS = 3;

/**
 * Whether an earlier look supports all doubts of a later one: for each rule that doubts the later menu, the earlier look counted
 * about as many products, in the same direction. A count that was too low for a doubt of its own is enough.
 */
export function agrees(
  earlier: Pick<Suspicion, 'measured'>,
  later: Pick<Suspicion, 'measured' | 'doubts'>,
): boolean {
  // Suspects from earlier versions have no counts, and agree with nothing.
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

/** Whether enough of a later menu's samples occur, with the same values, among the samples of an earlier one. */
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
