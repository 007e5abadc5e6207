import type { Db } from '../db/connect.ts';
import { findDispensary, type DispensaryRow } from '../db/queries/catalog-dispensaries.ts';
import { Problem } from './problem.ts';

/** Finds a dispensary. @throws Problem `not-found` */
export async function requireDispensary(db: Db, id: number): Promise<DispensaryRow> {
  return foundDispensary(id, await findDispensary(db, id));
}

/** Returns the problem of a dispensary whose crawls are disabled. */
export function notEnabled(id: number): Problem {
  return new Problem('conflict', `Dispensary ${id} is not crawled, because its crawl_enabled is false.`);
}

/** Returns the row of a dispensary, if one was found. @throws Problem `not-found` when `row` is null */
export function foundDispensary(id: number, row: DispensaryRow | null): DispensaryRow {
  if (row === null) throw new Problem('not-found', `There is no dispensary ${id}.`);
  return row;
}
