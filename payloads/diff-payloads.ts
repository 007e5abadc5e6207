import type { Db } from '../db/connect.ts';
import { withIdsOfToday } from '../db/queries/link-products.ts';
import { loadPayload, requireStored, type StoredPayload } from '../db/queries/payloads.ts';
import { diffMenus, type MenuDiff } from '../domain/diff-menus.ts';
import { CrawlError } from '../domain/errors.ts';
import type { CanonicalProduct } from '../domain/product.ts';
import { normalizeMenu } from '../platforms/normalize-menu.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { readStoredProducts } from './read-stored-products.ts';

interface Tools {
  db: Db;
  platforms: PlatformRegistry;
  payloadFiles: PayloadFiles;
}

interface ComparedPayload {
  id: number;
  /** ISO 8601. */
  fetchedAt: string;
  /** Products that could be normalized. */
  productCount: number;
}

/** What changed between two payloads: how much, and each change by option. */
export interface PayloadDiff {
  success: true;
  from: ComparedPayload;
  to: ComparedPayload;
  /** How many entries each list of the details has. */
  diff: Record<keyof MenuDiff, number>;
  details: MenuDiff;
}

/**
 * Compares two stored payloads of one dispensary, both read with the rules of today. Payloads in quarantine can be
 * compared too: what is different helps to decide about them.
 * @param ids of the payload before and the one after
 * @throws CrawlError NotFound; InvalidInput when they are of two dispensaries; CorruptPayload when a file is not there or
 *   not whole
 */
export async function diffPayloads(tools: Tools, ids: { from: number; to: number }): Promise<PayloadDiff> {
  const [from, to] = await Promise.all([loadPayload(tools.db, ids.from), loadPayload(tools.db, ids.to)]);
  if (from.dispensaryId !== to.dispensaryId) {
    throw new CrawlError(
      'InvalidInput',
      `Expected two payloads of one dispensary, got payload ${from.id} of dispensary ${from.dispensaryId} and payload ${to.id} of dispensary ${to.dispensaryId}.`,
    );
  }
  const [before, after] = [await readMenu(tools, from), await readMenu(tools, to)];
  const details = diffMenus(before, after);
  return {
    success: true,
    from: describe(from, before),
    to: describe(to, after),
    diff: countDiff(details),
    details,
  };
}

/** How many changes of each kind there are. */
export function countDiff({ added, removed, priceChanges, stockChanges }: MenuDiff): PayloadDiff['diff'] {
  return {
    added: added.length,
    removed: removed.length,
    priceChanges: priceChanges.length,
    stockChanges: stockChanges.length,
  };
}

/**
 * The products of a stored payload with the ids and the rules of today.
 * @throws CrawlError CorruptPayload; InvalidInput when another worker's own disk has its file
 */
export async function readMenu(
  { db, platforms, payloadFiles }: Tools,
  payload: StoredPayload,
): Promise<CanonicalProduct[]> {
  requireStored(payload);
  const rawProducts = await readStoredProducts(payloadFiles, payload);
  return withIdsOfToday(db, payload, normalizeMenu(platforms[payload.platform], rawProducts).products);
}

function describe({ id, fetchedAt }: StoredPayload, products: CanonicalProduct[]): ComparedPayload {
  return { id, fetchedAt: fetchedAt.toISOString(), productCount: products.length };
}
