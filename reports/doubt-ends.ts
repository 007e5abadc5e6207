import type { Db } from '../db/connect.ts';
import { countDoubtEnds, type DoubtEndCounts } from '../db/queries/doubt-ends.ts';
import type { PayloadDetailRow } from '../db/queries/payload-pages.ts';
import { findWaitingLooks } from '../db/queries/waiting-looks.ts';
import { findDoubtEnd, type DoubtEnd, type WaitingLook } from '../domain/belief/doubt-end.ts';
import { LOOK_AGAIN_ID_PREFIX } from '../temporal-config/workflow-ids.ts';

/** A payload, and what ends the doubt about it unless a person decides before; null: it is not doubted. */
export interface DoubtedRow extends PayloadDetailRow {
  doubt_end: DoubtEnd | null;
}

/** Adds to payloads what ends the doubt about each without a person. */
export async function withDoubtEnds(db: Db, rows: readonly PayloadDetailRow[]): Promise<DoubtedRow[]> {
  const doubted = rows.filter(({ verdict }) => verdict === 'suspect');
  const looks = await findWaitingLooks(
    db,
    doubted.map(({ dispensary_id: id }) => idOfLook(id)),
  );
  return rows.map((row) => ({
    ...row,
    doubt_end: endOf(row, looks.get(idOfLook(row.dispensary_id)) ?? null),
  }));
}

/** Counts what ends the doubts about all menus that wait for a decision. */
export function readDoubtEnds(db: Db): Promise<DoubtEndCounts> {
  return countDoubtEnds(db, LOOK_AGAIN_ID_PREFIX);
}

function idOfLook(dispensaryId: number): string {
  return `${LOOK_AGAIN_ID_PREFIX}${dispensaryId}`;
}

function endOf(row: PayloadDetailRow, look: WaitingLook | null): DoubtEnd | null {
  const { verdict, suspicion, earlier_waiting: earlier } = row;
  if (verdict !== 'suspect' || suspicion === null) return null;
  return findDoubtEnd({
    suspicion,
    fetchedAt: row.fetched_at,
    seenBefore: earlier.flatMap(({ agrees, fetched_at: at }) => (agrees ? [at] : [])),
    look,
    isCrawled: row.is_crawled,
  });
}
