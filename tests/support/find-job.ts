import type { Db } from '../../db/connect.ts';

/** Reads the row that a job's attempts write; null when there is none. */
export async function findJob(db: Db, id: string) {
  return (await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}
