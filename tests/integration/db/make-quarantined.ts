import { quarantinePayload } from '../../../db/queries/quarantine.ts';
import type { Db } from '../../../db/connect.ts';
import { beginRun, day, makePayloadRecord } from './make-crawl.ts';

/** The suspicion about a menu without any product. */
export const suspicion = {
  fault: 'empty' as const,
  faults: ['empty' as const],
  message: 'The menu came back empty.',
  measured: [{ rule: 'empty', count: 9, of: 9 }],
  doubts: 1,
  samples: [],
  evidence: { unique: 0, totalCount: 0, missing: 0, known: 9, twin: null, stale: null },
};

/** Adds a dispensary with one menu, which is put into quarantine. */
export async function quarantineOne(db: Db) {
  const run = await beginRun(db);
  const payload = await makePayloadRecord(db, day(3));
  return { run, id: await quarantinePayload(db, run, { payload, suspicion }) };
}
