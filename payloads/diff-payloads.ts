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

/** The changes between two payloads: their numbers, and each single change. */
export interface PayloadDiff {
  success: true;
  from: ComparedPayload;
  to: ComparedPayload;
  /** The length of each list in `details`. */
  diff: Record<keyof MenuDiff, number>;
  details: MenuDiff;
}

/**
 * Compares two stored payloads of one dispensary, both read with the current rules. Accepts quarantined payloads too: the
 * differences help to decide about them.
 * @param ids the older and the newer payload
 * @throws CrawlError NotFound; InvalidInput when the payloads belong to different dispensaries, or when a file is on another worker's
 * own disk; CorruptPayload when a file is missing or damaged
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

/** Counts the changes of each kind. */
export function countDiff({ added, removed, priceChanges, stockChanges }: MenuDiff): PayloadDiff['diff'] {
  return {
    added: added.length,
    removed: removed.length,
    priceChanges: priceChanges.length,
    stockChanges: stockChanges.length,
  };
}

/**
 * Reads the products of a stored payload with the current ids and rules.
 * @throws CrawlError CorruptPayload; InvalidInput when the file is on another worker's own disk
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
