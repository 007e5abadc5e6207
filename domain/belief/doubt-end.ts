import { CONFIRMED_BY } from './confirm-menu.ts';
import type { Suspicion } from './suspicion.ts';

/** What may confirm a doubted menu, unless a person decides before. */
export interface DoubtEnd {
  /** `look_again`: the scheduled look. `next_crawl`: any later crawl of the store. `person`: only a person. */
  by: 'look_again' | 'next_crawl' | 'person';
  /** When the scheduled look is due; null if none is scheduled for this menu. */
  at: Date | null;
  /** The reason, for operators. */
  why: string;
}

/** A scheduled look at a store. */
export interface WaitingLook {
  /** When the look was scheduled: after the fetch of the menu that it is to confirm. */
  since: Date;
  due: Date;
}

interface DoubtedMenu {
  suspicion: Partial<Pick<Suspicion, 'faults' | 'measured'>> & Pick<Suspicion, 'fault'>;
  fetchedAt: Date;
  /** Fetch times of the earlier menus with the same doubt that are still open too. */
  seenBefore: readonly Date[];
  look: WaitingLook | null;
  /** Whether crawls of the store are still enabled. */
  isCrawled: boolean;
}

/** Returns what may end the doubt about a menu, as far as that is known now. */
export function findDoubtEnd({ suspicion, fetchedAt, seenBefore, look, isCrawled }: DoubtedMenu): DoubtEnd {
  const { fault, faults = [fault], measured } = suspicion;
  const never = faults.filter((one) => CONFIRMED_BY[one] === 'never');
  if (never.length > 0)
    return byPerson(
      `Time does not confirm this (${never.map((one) => `\`${one}\``).join(', ')}): a person decides.`,
    );
  if (measured === undefined)
    return byPerson('An earlier version doubted it, and stored no counts to compare.');
  if (!isCrawled) return byPerson('The store is not crawled any more.');
  // A look that was scheduled before all these fetches may come too soon after them to settle the doubt.
  const isForIt = look !== null && [fetchedAt, ...seenBefore].some((at) => at <= look.since);
  if (!isForIt)
    return {
      by: 'next_crawl',
      at: null,
      why: 'No further look is scheduled. A later crawl that sees the same menu confirms it.',
    };
  return {
    by: 'look_again',
    at: look.due,
    why: 'The store is crawled again soon; if that crawl sees the same menu, it confirms this one.',
  };
}

function byPerson(why: string): DoubtEnd {
  return { by: 'person', at: null, why };
}
