import type { Db } from '../db/connect.ts';
import { listMisses, whyMissesAreOff, type MissingProduct } from '../db/queries/count-misses.ts';
import { findLinks } from '../db/queries/link-products.ts';
import { readStanding } from '../db/queries/payload-standing.ts';
import { loadPayload, requireStored } from '../db/queries/payloads.ts';
import type { IngestCounts } from '../domain/crawl-run.ts';
import { firstMissedBy, type MissRule } from '../domain/misses.ts';
import { uniqueSorted } from '../domain/unique-products.ts';
import { normalizeMenu } from '../platforms/normalize-menu.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { readStoredProducts } from './read-stored-products.ts';

interface Tools {
  db: Db;
  platforms: PlatformRegistry;
  payloadFiles: PayloadFiles;
  missRule: MissRule;
}

/** The misses that a payload would cause if it were ingested now. */
export interface PreviewedMisses {
  /**
   * Why the payload would cause no misses: it was already ingested, a later payload was ingested, or products that it lacks may be on
   * the menu. Null if misses count.
   */
  off: 'ingested' | 'older' | NonNullable<IngestCounts['missesOff']> | null;
  products: MissingProduct[];
}

/**
 * Predicts which of the store's products a payload would count as missing, and the effect. Changes nothing. Accepts quarantined
 * payloads too.
 * @throws CrawlError NotFound; CorruptPayload when the payload's file is missing or damaged; InvalidInput when the file is on
 * another worker's own disk
 */
export async function previewMisses(
  { db, platforms, payloadFiles, missRule }: Tools,
  payloadId: number,
): Promise<PreviewedMisses> {
  const payload = await loadPayload(db, payloadId);
  const { counts, isNewest, intervalHours } = await readStanding(db, payloadId, { isLocked: false });
  if (counts !== null) return { off: 'ingested', products: [] };
  if (!isNewest) return { off: 'older', products: [] };
  requireStored(payload);
  const rawProducts = await readStoredProducts(payloadFiles, payload);
  const { products: all, skipped } = normalizeMenu(platforms[payload.platform], rawProducts);
  const products = uniqueSorted(all);
  const off = await whyMissesAreOff(db, payload, { products: products.length, skipped: skipped.length });
  if (off !== undefined) return { off, products: [] };
  const skippedIds = skipped.flatMap(({ id }) => (id === null ? [] : [id]));
  const links = await findLinks(db, { payload, products, skippedIds });
  const lacking = {
    payload,
    presentIds: [
      ...products.map(({ providerProductId }) => providerProductId),
      ...skippedIds,
      ...links.map(({ from }) => from),
    ],
    firstMissedBy: firstMissedBy({ fetchedAt: payload.fetchedAt, intervalHours }, missRule),
  };
  return { off: null, products: await listMisses(db, lacking) };
}
