import { linkRenamed } from '../../domain/belief/link-renamed.ts';
import type { ComparedProduct } from '../../domain/belief/known-menu.ts';
import { firstMissedBy, isUnreadable, type MissRule } from '../../domain/misses.ts';
import { isUsualOverCount } from '../../domain/over-count.ts';
import { MISSES_UNTIL_OUT_OF_STOCK, type CanonicalProduct } from '../../domain/product.ts';
import type { SeenMenu } from './see-menu.ts';

/** A row of the catalog. Rows are replaced, never changed, so that copies of a shelf may share them. */
export interface ShelfRow {
  product: CanonicalProduct;
  /** Whether the stock comes from an earlier payload, because the last payload had no quantity. */
  isStockKept: boolean;
  misses: number;
  firstMissedAt: Date | null;
  lastSeenAt: Date;
  payloadId: number;
  /** The first id of the product. */
  origin: string;
}

/** The rows of one store, by the platform's id. */
export type Shelf = Map<string, ShelfRow>;

/** A payload to ingest. */
export interface ShelfPayload {
  id: number;
  fetchedAt: Date;
  menu: SeenMenu;
  /** For each of the last accepted payloads: how many products were missing from it, by the platform's own count. */
  missingBefore: number[];
}

/** The defaults of the settings. */
const MISS_RULE: MissRule = { spanIntervals: 1.8, spanMinutesMin: 60, scheduleHours: 4 };

/** Ingests a payload by the rules of `db/queries/ingest.ts`, without the database. */
export function ingestMenu(shelf: Shelf, payload: ShelfPayload): void {
  const { id: payloadId, menu, fetchedAt } = payload;
  const isWhole =
    (menu.missing === 0 || isUsualOverCount(menu.missing, payload.missingBefore)) &&
    !isUnreadable({ skipped: menu.unreadable.length, came: menu.ids.length });
  if (isWhole) linkRows(shelf, menu);
  for (const product of menu.products) {
    const known = shelf.get(product.providerProductId);
    shelf.set(product.providerProductId, {
      ...writtenProduct(known, product),
      misses: 0,
      firstMissedAt: null,
      lastSeenAt: fetchedAt,
      payloadId,
      origin: known?.origin ?? product.providerProductId,
    });
  }
  if (isWhole) countMisses(shelf, payload);
}

/** Returns the products of the last payload, in the form that the judge compares. */
export function comparedShelf(shelf: Shelf, lastPayloadId: number): ComparedProduct[] {
  return [...shelf.values()]
    .filter(({ payloadId }) => payloadId === lastPayloadId)
    .map(({ product, isStockKept }) => ({
      ...product,
      isStockKept,
      quantity: isStockKept ? null : product.quantity,
    }));
}

/** Moves the rows of products whose ids changed. */
function linkRows(shelf: Shelf, { ids, products }: SeenMenu): void {
  const came = new Set(ids);
  const fresh = products.filter(({ providerProductId }) => !shelf.has(providerProductId));
  if (fresh.length === 0) return;
  const gone = [...shelf].filter(([id, row]) => !came.has(id) && !isGoneForGood(row));
  const links = linkRenamed(
    gone.map(([, { product }]) => product),
    { ids, fresh },
  );
  const moved = links.map(({ from, to }) => ({ from, to, row: shelf.get(from) }));
  for (const { from } of moved) shelf.delete(from);
  for (const { to, row } of moved)
    if (row !== undefined) shelf.set(to, { ...row, product: { ...row.product, providerProductId: to } });
}

function isGoneForGood({ misses, product }: ShelfRow): boolean {
  return misses >= MISSES_UNTIL_OUT_OF_STOCK && !product.inStock;
}

/** Returns the new content of a row. A known stock stays when the menu has no quantity. */
function writtenProduct(
  known: ShelfRow | undefined,
  now: CanonicalProduct,
): Pick<ShelfRow, 'product' | 'isStockKept'> {
  if (known === undefined || !keepsStock(known, now)) return { product: now, isStockKept: false };
  const left = [...known.product.options];
  const options = now.options.map((option) => {
    const place = left.findIndex((one) => one.option === option.option);
    const [same] = place === -1 ? [] : left.splice(place, 1);
    return same === undefined ? option : { ...option, quantity: option.quantity ?? same.quantity };
  });
  const { inStock, quantity } = known.product;
  return { product: { ...now, inStock, quantity, options }, isStockKept: true };
}

function keepsStock(known: ShelfRow, now: CanonicalProduct): boolean {
  const { product: before, isStockKept } = known;
  if (now.quantity !== null || isGoneForGood(known)) return false;
  return now.status === null
    ? before.quantity !== null || before.status !== null || isStockKept
    : now.status === 'Active' && before.quantity !== null;
}

function countMisses(shelf: Shelf, { id: payloadId, fetchedAt, menu }: ShelfPayload): void {
  const came = new Set(menu.ids);
  const by = firstMissedBy({ fetchedAt, intervalHours: null }, MISS_RULE);
  for (const [id, row] of shelf) {
    if (row.payloadId === payloadId || came.has(id) || isGoneForGood(row)) continue;
    const missingSince = later(row.firstMissedAt, row.lastSeenAt);
    const goesOut = row.misses + 1 >= MISSES_UNTIL_OUT_OF_STOCK && missingSince <= by;
    shelf.set(id, {
      ...row,
      misses: Math.min(row.misses + 1, MISSES_UNTIL_OUT_OF_STOCK),
      firstMissedAt: row.misses === 0 ? fetchedAt : missingSince,
      product: { ...row.product, inStock: row.product.inStock && !goesOut },
    });
  }
}

function later(one: Date | null, other: Date): Date {
  return one !== null && one > other ? one : other;
}
