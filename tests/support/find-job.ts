import type { Db } from '../../db/connect.ts';

/** The row of a job, as its attempts write it; null: it has none. */
export async function findJob(db: Db, id: string) {
  return (await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}
