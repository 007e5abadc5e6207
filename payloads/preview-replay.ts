import { loadPayload } from '../db/queries/payloads.ts';
import { loadSnapshotMenu } from '../db/queries/replay.ts';
import { diffMenus, type MenuDiff } from '../domain/diff-menus.ts';
import { diffTotals, type TotalsChange } from '../domain/diff-totals.ts';
import { readMenu } from './diff-payloads.ts';

/** The changes that another ingest of a payload would make in its snapshots. */
export interface PreviewedReplay {
  /** Products that could be normalized. */
  productCount: number;
  details: MenuDiff & { totals: TotalsChange[] };
}

/**
 * Compares the snapshots of a payload with its menu, read with the current rules. Changes nothing.
 * @throws CrawlError NotFound; CorruptPayload when the payload's file is missing or damaged; InvalidInput when the file is on
 * another worker's own disk
 */
export async function previewReplay(
  tools: Parameters<typeof readMenu>[0],
  payloadId: number,
): Promise<PreviewedReplay> {
  const payload = await loadPayload(tools.db, payloadId);
  // Both the snapshots and this menu have the current ids.
  const products = await readMenu(tools, payload);
  const before = await loadSnapshotMenu(tools.db, payloadId);
  const details = { ...diffMenus(before, products), totals: diffTotals(before, products) };
  return { productCount: products.length, details };
}
