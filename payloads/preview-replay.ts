import { loadPayload } from '../db/queries/payloads.ts';
import { loadSnapshotMenu } from '../db/queries/replay.ts';
import { diffMenus, type MenuDiff } from '../domain/diff-menus.ts';
import { diffTotals, type TotalsChange } from '../domain/diff-totals.ts';
import { readMenu } from './diff-payloads.ts';

/** What ingesting a payload again would change of its snapshots. */
export interface PreviewedReplay {
  /** Products that could be normalized. */
  productCount: number;
  details: MenuDiff & { totals: TotalsChange[] };
}

/**
 * Compares the snapshots of a payload with its menu, read with the rules of today, and changes nothing.
 * @throws CrawlError NotFound; CorruptPayload when its file is not there or not whole; InvalidInput when another worker's
 *   own disk has it
 */
export async function previewReplay(
  tools: Parameters<typeof readMenu>[0],
  payloadId: number,
): Promise<PreviewedReplay> {
  const payload = await loadPayload(tools.db, payloadId);
  // Snapshots have the ids of today, as this menu has.
  const products = await readMenu(tools, payload);
  const before = await loadSnapshotMenu(tools.db, payloadId);
  const details = { ...diffMenus(before, products), totals: diffTotals(before, products) };
  return { productCount: products.length, details };
}
