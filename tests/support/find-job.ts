import type { Db } from '../../db/connect.ts';

/** Finds the row of a job, as its attempts write it; null when there is none. */
export async function findJob(db: Db, id: string) {
  return (await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}
