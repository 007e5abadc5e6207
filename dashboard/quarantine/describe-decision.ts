import { inDigits, inOneList } from '../parts/locale.ts';
import type { PayloadDecision, PayloadDetail } from '../server/payloads-api.ts';
import type { MenuChanges } from './count-changes.ts';
import type { MissedProducts } from './count-missed.ts';

/** The words for the decisions on the buttons. */
export const VERBS: Record<PayloadDecision['decision'], string> = { confirm: 'Believe', reject: 'Reject' };

/** Returns the possible decisions about a payload. A confirmed payload may be confirmed again until it is ingested. */
export function choicesOf({
  verdict,
  ingested_at: ingestedAt,
}: Pick<PayloadDetail, 'verdict' | 'ingested_at'>): PayloadDecision['decision'][] {
  if (verdict === 'suspect') return ['confirm', 'reject'];
  return verdict === 'confirmed' && ingestedAt === null ? ['confirm'] : [];
}

type Doubted = Pick<
  PayloadDetail,
  'current_payload_id' | 'current_payload_fetched_at' | 'fetched_at' | 'product_count'
>;

/** Says what confirming a payload does to the catalog, with numbers if they are known. */
export function formatBelieved(
  { current_payload_id: current, current_payload_fetched_at: shownSince, ...payload }: Doubted,
  changes?: MenuChanges,
  missed?: MissedProducts,
): string {
  if (current === null) return `The menu is ingested: ${counted(payload.product_count, 'product')}, all new.`;
  if (shownSince !== null && shownSince > payload.fetched_at)
    return 'The menu is added to the history. The catalog keeps the later menu.';
  if (changes === undefined) return 'The menu is ingested, and the catalog shows it.';
  return `The menu is ingested: ${formatChanges(effectOf(changes, missed))}.`;
}

/** What confirming menus does to the catalog, in numbers of products. */
export interface CatalogEffect {
  unpriced: number;
  repriced: number;
  outOfStock: number;
  removed: number;
  backInStock: number;
  added: number;
}

/** Returns the effect of confirming one menu, including its missed products if they are known. */
export function effectOf(changes: MenuChanges, missed?: MissedProducts): CatalogEffect {
  return {
    unpriced: changes.unpriced,
    repriced: changes.repriced - changes.unpriced,
    outOfStock: changes.outOfStock.length + (missed?.outOfStock.length ?? 0),
    removed: changes.removed.length,
    backInStock: changes.backInStock.length,
    added: changes.added.length,
  };
}

/** Formats the numbers as part of a sentence, the most harmful first. */
export function formatChanges(effect: CatalogEffect): string {
  const parts = [
    print(effect.unpriced, 'loses its price', 'lose their price'),
    print(effect.repriced, 'changes its price', 'change their price'),
    print(effect.outOfStock, 'goes out of stock', 'go out of stock'),
    print(effect.removed, 'is gone from the menu', 'are gone from the menu'),
    print(effect.backInStock, 'comes back in stock', 'come back in stock'),
    print(effect.added, 'is new', 'are new'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'no product goes, comes or changes its price' : inOneList(parts);
}

/** Says what stays in the catalog if a payload is rejected. */
export function formatRejected({ current_payload_id: current }: Doubted): string {
  const kept =
    current === null
      ? 'The store still has no menu'
      : `The catalog keeps the previous menu (payload ${current})`;
  return `${kept}. This one cannot be believed later; the next menu of the store is judged as usual.`;
}

function print(count: number, one: string, many: string): string | null {
  return count <= 0 ? null : `${counted(count, 'product')} ${count === 1 ? one : many}`;
}

function counted(count: number, noun: string): string {
  return `${inDigits(count)} ${count === 1 ? noun : `${noun}s`}`;
}
