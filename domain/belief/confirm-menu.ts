import type { Counted, Fault } from './rule.ts';
import type { Sample, Suspicion } from './suspicion.ts';

/**
 * What settles each fault, by what can cause it.
 *
 * - `owner`: a block, or a proxy that cuts or remembers answers. Another identity through a proxy of another owner sees
 *   the truth, or the same; so does time.
 * - `time`: a fault of the platform, which all identities see, or something that happened in the store. The same look
 *   some time later tells a fault that passes from what is so.
 * - `never`: what no store does. Only a menu that is right again, or a person, ends it.
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

/** The faults that no look confirms. */
export const NEVER_CONFIRMED: readonly string[] = Object.entries(CONFIRMED_BY)
  .filter(([, way]) => way === 'never')
  .map(([fault]) => fault);

/** Whether looking again later can confirm a menu that has these faults. */
export function isConfirmedByTime(faults: readonly Fault[]): boolean {
  return faults.every((fault) => CONFIRMED_BY[fault] !== 'never');
}

/** Where and when a menu was seen. */
export interface Look {
  exitAddress: string | null;
  /** Who sells the proxy; null: nobody says. */
  proxyOwner: string | null;
  fetchedAt: Date;
}

/** An earlier menu of the store that was doubted, and that nothing has settled yet. */
export interface OpenSuspect extends Look {
  id: number;
  suspicion: Suspicion;
  /** The person who confirmed it, though it has not gone in yet. */
  believedBy?: string | null;
}

export interface Confirmation {
  /** How: by a look through another owner's proxy, by one that is late enough, or by a person who confirmed the same before. */
  by: 'refetch' | 'time' | 'person';
  /** That person. */
  person?: string;
  /** All earlier payloads that agree with this one, also those that settle nothing. */
  payloadIds: number[];
}

/**
 * Whether earlier looks settle what is doubted about a menu: each of its faults by one that saw the same, or all of them by
 * one that saw the same values and that a person has confirmed.
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

/** Whether an earlier look through another address saw the same: asking once more now tells nothing new. */
export function isSeenAgain(
  { suspicion, exitAddress }: Look & { suspicion: Suspicion },
  earlier: readonly OpenSuspect[],
): boolean {
  return earlier.some(
    (suspect) => suspect.exitAddress !== exitAddress && agrees(suspect.suspicion, suspicion),
  );
}

/** So many doubtful payloads within so many times `confirmAfterMs` end the looks: the regular crawls go on with them. */
const LOOKS_SUSPECTS_MAX = 6;
const LOOKS_WITHIN_SPANS = 4;

/**
 * Whether a look `confirmAfterMs` later may settle what is doubted now. A store that never shows the same twice is left to
 * its regular crawls. What time cannot confirm, and what is older, does not count: such a fault leaves suspects for as long
 * as it lasts, and the first honest menu after it may differ so much from the shelf that it needs its look.
 */
export function isWorthALook(
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

/** Suspects that earlier versions wrote down have only their first fault. */
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

/** How far apart the shares of two looks may be: menus go on changing while they are doubted. */
const SAME_WITHIN_SHARE = 0.1;
const SAME_WITHIN_PRODUCTS = 3;

/**
 * Whether an earlier look counted what is doubted in a later one: as many products by each rule, in the same direction.
 * What the rule counted says so, whether or not it was enough for a doubt then.
 */
export function agrees(
  earlier: Pick<Suspicion, 'measured'>,
  later: Pick<Suspicion, 'measured' | 'doubts'>,
): boolean {
  // Suspects that earlier versions wrote down say nothing of what they counted.
  const measuredOf = ({ measured }: { measured?: Suspicion['measured'] }) => measured;
  const before = new Map(measuredOf(earlier)?.map((one) => [one.rule, one]));
  if (measuredOf(later) === undefined) return false;
  return later.measured.slice(0, later.doubts).every((now) => {
    const then = before.get(now.rule);
    return then !== undefined && isAlike(then, now);
  });
}

/** Of the products that show a doubt, so many must show the same values: menus go on changing while they are doubted. */
const SAME_SAMPLES_SHARE = 0.5;

/** Whether the products that show what is doubted in a later menu had the same values in an earlier one. */
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
