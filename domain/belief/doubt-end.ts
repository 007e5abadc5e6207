import { CONFIRMED_BY } from './confirm-menu.ts';
import type { Suspicion } from './suspicion.ts';

/** What may believe a doubted menu, unless a person decides before. */
export interface DoubtEnd {
  /** `look_again`: the look that waits. `next_crawl`: any later crawl of the store. `person`: nothing does so by itself. */
  by: 'look_again' | 'next_crawl' | 'person';
  /** When the look that waits is due; null: none waits for this menu. */
  at: Date | null;
  /** In an operator's words. */
  why: string;
}

/** A look at a store that waits for its time. */
export interface WaitingLook {
  /** When it began to wait: it was started for a menu that was fetched before. */
  since: Date;
  due: Date;
}

interface DoubtedMenu {
  suspicion: Partial<Pick<Suspicion, 'faults' | 'measured'>> & Pick<Suspicion, 'fault'>;
  fetchedAt: Date;
  /** When earlier menus that saw the same, and wait too, were fetched. */
  seenBefore: readonly Date[];
  look: WaitingLook | null;
  /** Whether the store is still crawled. */
  isCrawled: boolean;
}

/** What ends the doubt about a menu by itself, as far as that is settled now. */
export function findDoubtEnd({ suspicion, fetchedAt, seenBefore, look, isCrawled }: DoubtedMenu): DoubtEnd {
  const { fault, faults = [fault], measured } = suspicion;
  const never = faults.filter((one) => CONFIRMED_BY[one] === 'never');
  if (never.length > 0)
    return byPerson(
      `Time does not confirm this (${never.map((one) => `\`${one}\``).join(', ')}): a person decides.`,
    );
  if (measured === undefined)
    return byPerson('An earlier version doubted it, and kept no counts to compare.');
  if (!isCrawled) return byPerson('The store is not crawled any more.');
  // A look that was started before the menu came may be too soon after it to settle the doubt.
  const isForIt = look !== null && [fetchedAt, ...seenBefore].some((at) => at <= look.since);
  if (!isForIt)
    return {
      by: 'next_crawl',
      at: null,
      why: 'No look again waits for it: a later crawl of the store that sees the same confirms it.',
    };
  return {
    by: 'look_again',
    at: look.due,
    why: 'The store is looked at again: a menu that shows the same then confirms it.',
  };
}

function byPerson(why: string): DoubtEnd {
  return { by: 'person', at: null, why };
}
