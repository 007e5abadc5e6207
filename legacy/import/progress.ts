import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/** The progress of a step. */
export interface Progress {
  afterId: number;
  taken: number;
  present: number;
  merged: number;
  refused: number;
  refusals: Refusal[];
}

/** A row that was refused. */
export interface Refusal {
  id: number;
  why: string;
}

/** How many refused rows are kept for each step: as many as a person reads. */
const REFUSALS_KEPT = 20;

export const NOTHING_DONE: Progress = {
  afterId: 0,
  taken: 0,
  present: 0,
  merged: 0,
  refused: 0,
  refusals: [],
};

/** Thrown when another import of the same database is running. */
export class ImportRunsElsewhere extends Error {
  override name = 'ImportRunsElsewhere';
}

/** Loads where a step continues. */
export async function loadProgress(db: Db, source: string, step: string): Promise<Progress> {
  const row = await db
    .selectFrom('legacy_imports')
    .where('source', '=', source)
    .where('step', '=', step)
    .select(['after_id as afterId', 'taken', 'present', 'merged', 'refused', 'refusals'])
    .executeTakeFirst();
  return row ?? NOTHING_DONE;
}

/** Deletes the progress of a database's import; imported rows stay. */
export async function deleteProgress(db: Db, source: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('legacy_incomplete_payloads').where('source', '=', source).execute();
    await tx.deleteFrom('legacy_imports').where('source', '=', source).execute();
  });
}

/** Adds the counts of a batch. */
export function added(before: Progress, batch: Omit<Progress, 'refused'>): Progress {
  return {
    afterId: batch.afterId,
    taken: before.taken + batch.taken,
    present: before.present + batch.present,
    merged: before.merged + batch.merged,
    refused: before.refused + batch.refusals.length,
    refusals: [...before.refusals, ...batch.refusals].slice(0, REFUSALS_KEPT),
  };
}

/**
 * Saves the progress of a step, in the transaction of its batch.
 * @throws ImportRunsElsewhere when another import has changed the progress since it was read: that import then writes the batch
 */
export async function saveProgress(
  tx: Db,
  { source, step, before, after }: { source: string; step: string; before: Progress; after: Progress },
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into legacy_imports as known (source, step, after_id, taken, present, merged, refused, refusals)
    values (${source}, ${step}, ${after.afterId}, ${after.taken}, ${after.present}, ${after.merged}, ${after.refused},
      ${JSON.stringify(after.refusals)})
    on conflict (source, step) do update set
      after_id = excluded.after_id, taken = excluded.taken, present = excluded.present,
      merged = excluded.merged, refused = excluded.refused, refusals = excluded.refusals, updated_at = now()
    where known.after_id = ${before.afterId}
  `.execute(tx);
  if (numAffectedRows !== 1n)
    throw new ImportRunsElsewhere(
      `Another import of ${source} is running: it has advanced the step ${step} in the meantime.`,
    );
}

/** Records legacy payloads that are incomplete here, in the transaction of the batch that skipped a part of them. */
export async function noteIncomplete(tx: Db, source: string, payloadIds: number[]): Promise<void> {
  if (payloadIds.length === 0) return;
  await sql`
    insert into legacy_incomplete_payloads (source, payload_id)
    select distinct ${source}, id from unnest(${payloadIds}::bigint[]) id on conflict do nothing
  `.execute(tx);
}
