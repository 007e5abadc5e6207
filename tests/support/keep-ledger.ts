import type { Client } from '@temporalio/client';
import { expect, onTestFinished } from 'vitest';
import { readEnvironment } from '../../config/environment.ts';
import type { Db } from '../../db/connect.ts';
import { keepLedger } from '../../ledger/keep-ledger.ts';
import { createLog } from '../../observability/log.ts';

/** Follows Temporal for the calling test. @returns a function that ends this earlier */
export function followTemporal(
  { db, url, client }: { db: Db; url: string; client: Client },
  name = 'test',
  hungAfterMs?: number,
): () => Promise<void> {
  const environment = readEnvironment({ DATABASE_URL: url });
  const stop = keepLedger({
    db,
    environment,
    client,
    name,
    log: createLog('fatal'),
    ...(hungAfterMs === undefined ? {} : { hungAfterMs }),
  });
  let stopped: Promise<void> | undefined;
  const once = () => (stopped ??= stop());
  onTestFinished(once);
  return once;
}

/** Reads the runs of the ledger, ordered by workflow id. */
export const readRuns = (db: Db) =>
  db.selectFrom('runs').selectAll().orderBy('workflow_id').orderBy('id').execute();

/** Polls the runs of the ledger until an expectation holds. */
export const expectRuns = (db: Db, timeout = 60_000) =>
  expect.poll(() => readRuns(db), { timeout, interval: 100 });
