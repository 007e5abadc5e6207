import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { closeRun } from '../../../db/queries/close-runs.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { findDueDispensaries } from '../../../db/queries/dispensaries.ts';
import { endUnconfirmed } from '../../../db/queries/end-unconfirmed.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import type { UnconfirmedMenu } from '../../../domain/crawl-run.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import {
  day,
  FETCH,
  INGEST,
  makeClaim,
  makeDispensary,
  makePayloadRecord,
  nextAttempt,
  storePayload,
} from './make-crawl.ts';
import { resultOf, SUSPICION, unbelieved } from './make-unconfirmed.ts';

const STALE = expect.objectContaining({ name: 'CrawlError', kind: 'StaleAttempt' }) as Error;

async function newClaim(db: Db) {
  return makeClaim(await makeDispensary(db));
}

test('keeps the payload as suspect with its suspicion, and closes the run and its fetch stage with what is doubted', async () => {
  const { db } = await createTestDatabase();
  const { run } = await enterStage(db, await newClaim(db), FETCH);
  const menu = await endUnconfirmed(db, run, unbelieved(await makePayloadRecord(db, day(1))));
  expect(menu).toEqual({ ...resultOf(menu.payloadId), crawlRunId: run.crawlRunId });
  expect(await loadPayload(db, menu.payloadId)).toMatchObject({ verdict: 'suspect', decidedBy: null });
  expect(await db.selectFrom('raw_crawl_payloads').select('suspicion').execute()).toEqual([
    { suspicion: SUSPICION },
  ]);
  expect(await db.selectFrom('crawl_runs').selectAll().execute()).toMatchObject([
    {
      status: 'unconfirmed',
      payload_id: menu.payloadId,
      error_kind: 'SuspectPayload',
      error_message: SUSPICION.message,
      ended_at: expect.any(Date),
    },
  ]);
  expect(await db.selectFrom('stage_runs').selectAll().execute()).toMatchObject([
    { stage: 'fetch', outcome: 'completed', result: menu, ended_at: expect.any(Date) },
  ]);
});

test('a retry whose first answer was lost returns the same and writes nothing', async () => {
  const { db } = await createTestDatabase();
  const claim = await newClaim(db);
  const { run } = await enterStage(db, claim, FETCH);
  const menu = await endUnconfirmed(db, run, unbelieved(await makePayloadRecord(db, day(1))));
  const before = await db.selectFrom('crawl_runs').selectAll().execute();
  const again = await enterStage<UnconfirmedMenu>(db, claim, FETCH);
  expect(again.done).toEqual(menu);
  expect(await db.selectFrom('crawl_runs').selectAll().execute()).toEqual(before);
});

test('an attempt that another one has taken over from writes nothing', async () => {
  const { db } = await createTestDatabase();
  const claim = await newClaim(db);
  const { run: stale } = await enterStage(db, claim, FETCH);
  const { run } = await enterStage(db, nextAttempt(claim), FETCH);
  const record = await makePayloadRecord(db, day(1));
  await expect(endUnconfirmed(db, stale, unbelieved(record))).rejects.toEqual(STALE);
  expect(await db.selectFrom('raw_crawl_payloads').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('crawl_runs').select(['status', 'payload_id']).execute()).toEqual([
    { status: 'running', payload_id: null },
  ]);
  await endUnconfirmed(db, run, unbelieved(record));
});

test('a run that is closed so stays closed: no later stage, outcome or chain changes it', async () => {
  const { db } = await createTestDatabase();
  const claim = await newClaim(db);
  const { run } = await enterStage(db, claim, FETCH);
  await endUnconfirmed(db, run, unbelieved(await makePayloadRecord(db, day(1))));
  const closed = await db.selectFrom('crawl_runs').selectAll().execute();
  await closeRun(db, {
    workflowRunId: claim.workflowRunId,
    status: 'cancelled',
    errorKind: 'Cancelled',
    errorMessage: 'The workflow was cancelled.',
    chain: claim,
  });
  await expect(enterStage(db, claim, INGEST)).rejects.toEqual(STALE);
  const next = await enterStage(db, makeClaim(claim.dispensaryId, { scheduledAt: day(2) }), FETCH);
  await storePayload(db, next.run, await makePayloadRecord(db, day(2)));
  expect(await db.selectFrom('crawl_runs').selectAll().where('id', '=', run.crawlRunId).execute()).toEqual(
    closed,
  );
});

test('the store is not due again before its interval is over', async () => {
  const { db } = await createTestDatabase();
  const claim = await newClaim(db);
  const { run } = await enterStage(db, claim, FETCH);
  const dueBefore = (at: Date) =>
    findDueDispensaries(db, { scope: 'all', dueBefore: at.toISOString(), afterId: 0, limit: 10 });
  expect(await dueBefore(day(0))).toHaveLength(1);
  await endUnconfirmed(db, run, unbelieved(await makePayloadRecord(db, day(1))));
  expect(await dueBefore(day(1))).toEqual([]);
  expect(await dueBefore(day(2))).toHaveLength(1);
});
