import { readSnapshotMenu, type SnapshotMenu } from '../db/queries/snapshot-menu.ts';
import { diffMenus } from '../domain/diff-menus.ts';
import { countDiff, diffPayloads, type PayloadDiff } from './diff-payloads.ts';

/**
 * Compares two payloads of one dispensary: by their snapshots if both were ingested with the same rules, which needs no file,
 * otherwise by their files, read with the current rules.
 * @param ids the older and the newer payload
 * @throws CrawlError as `diffPayloads`
 */
export async function diffStoredMenus(
  tools: Parameters<typeof diffPayloads>[0],
  ids: { from: number; to: number },
): Promise<PayloadDiff> {
  const [from, to] = await Promise.all([
    readSnapshotMenu(tools.db, ids.from),
    readSnapshotMenu(tools.db, ids.to),
  ]);
  const isComparable =
    from !== null &&
    to !== null &&
    from.dispensaryId === to.dispensaryId &&
    from.normalizerVersion === to.normalizerVersion;
  if (!isComparable) return diffPayloads(tools, ids);
  const details = diffMenus(from.products, to.products);
  return { success: true, from: describe(from), to: describe(to), diff: countDiff(details), details };
}

function describe({ payloadId, fetchedAt, products }: SnapshotMenu): PayloadDiff['from'] {
  return { id: payloadId, fetchedAt: fetchedAt.toISOString(), productCount: products.length };
}
