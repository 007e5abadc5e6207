import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { closeRun } from '../../../db/queries/close-runs.ts';
import { completeStage, enterStage, holdRun } from '../../../db/queries/crawl-runs.ts';
import { ingestProducts } from '../../../db/queries/ingest.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import {
  day,
  FETCH,
  INGEST,
  inputOf,
  makeClaim,
  makeDispensary,
  makePayload,
  makePayloadRecord,
  nextAttempt,
  storePayload,
} from './make-crawl.ts';
import { makeProduct } from './make-product.ts';
import { untilBlocked } from './until-blocked.ts';

const STALE = expect.objectContaining({ name: 'CrawlError', kind: 'StaleAttempt' }) as Error;

function runsOf(db: Db) {
  return db
    .selectFrom('crawl_runs')
    .select(['id', 'workflow_run_id', 'status', 'error_kind', 'error_message', 'ended_at'])
    .orderBy('id')
    .execute();
}

function stagesOf(db: Db) {
  return db
    .selectFrom('stage_runs')
    .select(['crawl_run_id', 'stage', 'worker', 'attempts', 'outcome', 'result', 'ended_at'])
    .orderBy('id')
    .execute();
}

describe('enterStage', () => {
  test('the first attempt of a chain makes its run and its stage', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    const { run, done } = await enterStage(db, claim, FETCH);
    expect(done).toBeNull();
    expect(run).toEqual({
      crawlRunId: expect.any(Number),
      dispensaryId: claim.dispensaryId,
      workflowRunId: claim.workflowRunId,
      fence: claim.fence,
    });
    expect(await runsOf(db)).toMatchObject([
      { id: run.crawlRunId, workflow_run_id: claim.workflowRunId, status: 'running', ended_at: null },
    ]);
    expect(await stagesOf(db)).toMatchObject([
      { crawl_run_id: run.crawlRunId, stage: 'fetch', worker: 'Xylos', attempts: 1, outcome: null },
    ]);
  });

  test('each attempt holds the same run with a higher fence, and is counted', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    const first = await enterStage(db, claim, FETCH);
    const retry = nextAttempt(claim);
    const second = await enterStage(db, retry, { ...FETCH, worker: 'Aethelgard' });
    const next = await enterStage(db, nextAttempt(retry), INGEST);
    expect([second.run.crawlRunId, next.run.crawlRunId]).toEqual([
      first.run.crawlRunId,
      first.run.crawlRunId,
    ]);
    expect(second.run.fence).toBeGreaterThan(first.run.fence);
    expect(next.run.fence).toBeGreaterThan(second.run.fence);
    expect(await stagesOf(db)).toMatchObject([
      { stage: 'fetch', attempts: 2, worker: 'Aethelgard' },
      { stage: 'ingest', attempts: 1, worker: 'Kryll' },
    ]);
  });

  test('of attempts that come at the same time, in whatever order, the one that was scheduled last holds', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    const fences = Array.from({ length: 15 }, (_, place) => claim.fence + ((place * 4) % 15));
    const entered = await Promise.allSettled(
      fences.map(async (fence) => (await enterStage(db, { ...claim, fence }, FETCH)).run),
    );
    const runs = entered.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const refusals = entered.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refusals).toEqual(refusals.map(() => STALE));
    const held = await Promise.allSettled(runs.map((run) => holdRun(db, run)));
    const holders = runs.filter((_, place) => held[place]?.status === 'fulfilled');
    expect(holders.map(({ fence }) => fence)).toEqual([claim.fence + 14]);
    expect(await stagesOf(db)).toMatchObject([{ attempts: runs.length }]);
  });

  test('a completed stage answers the same again, also when the run is closed by then', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    const { run } = await enterStage(db, claim, FETCH);
    const result = { payloadId: 7, productCount: 120, stateCode: null };
    await completeStage(db, run, { stage: 'fetch', result, isLast: true });
    for (const worker of ['Kryll', 'Xylos'])
      expect(await enterStage(db, claim, { ...FETCH, worker })).toEqual({ run, done: result });
    expect(await stagesOf(db)).toMatchObject([{ attempts: 1, outcome: 'completed', result }]);
  });

  test('the run that a terminated workflow left open is closed by the next chain, with its stage', async () => {
    const { db } = await createTestDatabase();
    const dispensaryId = await makeDispensary(db);
    const old = await enterStage(db, makeClaim(dispensaryId, { scheduledAt: day(1) }), FETCH);
    const next = await enterStage(db, makeClaim(dispensaryId, { scheduledAt: day(2) }), FETCH);
    expect(next.run.crawlRunId).not.toBe(old.run.crawlRunId);
    expect(await runsOf(db)).toMatchObject([
      { id: old.run.crawlRunId, status: 'failed', error_kind: 'Abandoned', ended_at: expect.any(Date) },
      { id: next.run.crawlRunId, status: 'running', error_kind: null, ended_at: null },
    ]);
    expect(await stagesOf(db)).toMatchObject([
      { crawl_run_id: old.run.crawlRunId, outcome: 'failed', ended_at: expect.any(Date) },
      { crawl_run_id: next.run.crawlRunId, outcome: null, ended_at: null },
    ]);
  });

  test('a chain of another dispensary is left alone', async () => {
    const { db } = await createTestDatabase();
    await enterStage(db, makeClaim(await makeDispensary(db), { scheduledAt: day(1) }), FETCH);
    await enterStage(db, makeClaim(await makeDispensary(db), { scheduledAt: day(2) }), FETCH);
    expect((await runsOf(db)).map(({ status }) => status)).toEqual(['running', 'running']);
  });

  test('an attempt of an older workflow takes over no newer chain, and cannot go on with its own', async () => {
    const { db } = await createTestDatabase();
    const dispensaryId = await makeDispensary(db);
    const zombie = makeClaim(dispensaryId, { scheduledAt: day(1) });
    const unbegun = makeClaim(dispensaryId, { scheduledAt: day(1) });
    await enterStage(db, zombie, FETCH);
    const { run } = await enterStage(db, makeClaim(dispensaryId, { scheduledAt: day(2) }), FETCH);
    await expect(enterStage(db, zombie, FETCH)).rejects.toThrow(STALE);
    await expect(enterStage(db, zombie, INGEST)).rejects.toThrow(STALE);
    await expect(enterStage(db, unbegun, FETCH)).rejects.toThrow(STALE);
    await expect(holdRun(db, run)).resolves.toBeUndefined();
    expect((await runsOf(db)).map(({ status }) => status)).toEqual(['failed', 'running']);
  });

  test('a chain that comes while another is just beginning waits, and is refused in words we know', async () => {
    const { db } = await createTestDatabase();
    const dispensaryId = await makeDispensary(db);
    const entered = await db.transaction().execute(async (tx) => {
      // The first attempt has inserted its run without committing it, and waits for the lock to insert its stage.
      await sql`lock table stage_runs in exclusive mode`.execute(tx);
      const attempts = [0, 1].map(() => enterStage(db, makeClaim(dispensaryId), FETCH));
      await untilBlocked(db, 2);
      return { outcomes: Promise.allSettled(attempts) };
    });
    expect(await entered.outcomes).toEqual(
      expect.arrayContaining([
        { status: 'fulfilled', value: expect.objectContaining({ done: null }) },
        { status: 'rejected', reason: STALE },
      ]),
    );
  });

  test('a closed run is not taken up again', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    await enterStage(db, claim, FETCH);
    await closeRun(db, { ...claim, status: 'cancelled', errorKind: 'Cancelled', errorMessage: 'by hand' });
    await expect(enterStage(db, claim, FETCH)).rejects.toThrow(STALE);
    expect(await runsOf(db)).toMatchObject([{ status: 'cancelled' }]);
  });

  test.each([
    ['scheduled at one moment', () => day(1)],
    ['scheduled one after the other', (place: number) => day(1 + place)],
  ])('of twenty workflows at once, %s, one has the dispensary', async (_title, scheduledAt) => {
    const { db } = await createTestDatabase();
    const dispensaryId = await makeDispensary(db);
    const claims = Array.from({ length: 20 }, (_, place) =>
      makeClaim(dispensaryId, { scheduledAt: scheduledAt(place) }),
    );
    const entered = await Promise.allSettled(claims.map((claim) => enterStage(db, claim, FETCH)));
    const refusals = entered.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refusals).toEqual(refusals.map(() => STALE));
    const running = (await runsOf(db)).filter(({ status }) => status === 'running');
    expect(running).toHaveLength(1);
    const holders = await Promise.allSettled(
      entered.flatMap((attempt) => (attempt.status === 'fulfilled' ? [holdRun(db, attempt.value.run)] : [])),
    );
    expect(holders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a stale fence', () => {
  async function enterTwice(db: Db) {
    const claim = makeClaim(await makeDispensary(db));
    const { run: stale } = await enterStage(db, claim, FETCH);
    const { run: fresh } = await enterStage(db, nextAttempt(claim), FETCH);
    return { stale, fresh };
  }

  test('writes no payload', async () => {
    const { db } = await createTestDatabase();
    const { stale, fresh } = await enterTwice(db);
    const record = await makePayloadRecord(db, day(1));
    await expect(storePayload(db, stale, record)).rejects.toThrow(STALE);
    expect(await db.selectFrom('raw_crawl_payloads').selectAll().execute()).toEqual([]);
    expect(await storePayload(db, fresh, record)).toEqual(expect.any(Number));
  });

  test('completes no stage', async () => {
    const { db } = await createTestDatabase();
    const { stale } = await enterTwice(db);
    const done = { stage: 'fetch' as const, result: { payloadId: 1 }, isLast: true };
    await expect(completeStage(db, stale, done)).rejects.toThrow(STALE);
    expect(await stagesOf(db)).toMatchObject([{ outcome: null, result: null }]);
    expect(await runsOf(db)).toMatchObject([{ status: 'running' }]);
  });

  test('brings no product in', async () => {
    const { db } = await createTestDatabase();
    const { stale, fresh } = await enterTwice(db);
    const input = inputOf(await makePayload(db, fresh, day(1)), [makeProduct('a')]);
    await expect(ingestProducts(db, stale, input)).rejects.toThrow(STALE);
    expect(await db.selectFrom('store_products').select('id').execute()).toEqual([]);
  });
});

describe('completeStage', () => {
  test('leaves the run open for the next stage, and closes it with the last', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    const fetching = await enterStage(db, claim, FETCH);
    await completeStage(db, fetching.run, { stage: 'fetch', result: { payloadId: 1 } });
    expect(await runsOf(db)).toMatchObject([{ status: 'running', ended_at: null }]);
    const ingesting = await enterStage(db, claim, INGEST);
    await completeStage(db, ingesting.run, { stage: 'ingest', result: {}, isLast: true });
    expect(await runsOf(db)).toMatchObject([{ status: 'completed', ended_at: expect.any(Date) }]);
    expect((await stagesOf(db)).map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
  });
});

describe('closeRun', () => {
  const failure = { status: 'failed' as const, errorKind: 'Blocked', errorMessage: 'refused' };

  test('closes the run and the stage that did not end, and leaves ended ones', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    const { run } = await enterStage(db, claim, FETCH);
    await completeStage(db, run, { stage: 'fetch', result: { payloadId: 1 } });
    await enterStage(db, claim, INGEST);
    await closeRun(db, { ...failure, workflowRunId: claim.workflowRunId });
    expect(await runsOf(db)).toMatchObject([
      { status: 'failed', error_kind: 'Blocked', error_message: 'refused', ended_at: expect.any(Date) },
    ]);
    expect((await stagesOf(db)).map(({ outcome }) => outcome)).toEqual(['completed', 'failed']);
  });

  test('of a chain that still waits to begin leaves nothing that runs', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    const { workflowRunId, ...chain } = claim;
    let entering: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await sql`select from dispensaries for no key update`.execute(tx);
      entering = enterStage(db, claim, FETCH).catch((error: unknown) => error);
      await untilBlocked(db);
      await closeRun(db, { ...failure, workflowRunId, chain });
    });
    expect(await entering).toEqual(STALE);
    expect(await runsOf(db)).toMatchObject([{ workflow_run_id: workflowRunId, status: 'failed' }]);
    expect(await stagesOf(db)).toEqual([]);
  });

  test('closes a stage too that is entered while it waits for the run', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    const { run } = await enterStage(db, claim, FETCH);
    let closing: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await holdRun(tx, run);
      closing = closeRun(db, { ...failure, workflowRunId: claim.workflowRunId });
      await untilBlocked(db);
      await sql`
        insert into stage_runs (crawl_run_id, stage, role, worker) values (${run.crawlRunId}, 'ingest', 'product_refresh', 'Kryll')
      `.execute(tx);
    });
    await closing;
    expect((await stagesOf(db)).map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  });

  test('said twice, and otherwise, changes nothing', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    await enterStage(db, claim, FETCH);
    await closeRun(db, { ...failure, workflowRunId: claim.workflowRunId });
    const [runs, stages] = [await runsOf(db), await stagesOf(db)];
    await closeRun(db, { ...failure, workflowRunId: claim.workflowRunId });
    const { workflowRunId, ...chain } = claim;
    await closeRun(db, { status: 'completed', errorKind: 'x', errorMessage: 'y', workflowRunId, chain });
    expect([await runsOf(db), await stagesOf(db)]).toEqual([runs, stages]);
  });

  test('of a workflow that never began changes nothing', async () => {
    const { db } = await createTestDatabase();
    await enterStage(db, makeClaim(await makeDispensary(db)), FETCH);
    await closeRun(db, { ...failure, workflowRunId: '' });
    expect(await runsOf(db)).toMatchObject([{ status: 'running' }]);
  });

  test('a message with a NUL, as a broken answer may leave, closes the run all the same', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    await enterStage(db, claim, FETCH);
    await closeRun(db, { ...failure, workflowRunId: claim.workflowRunId, errorMessage: 'got \u0000 bytes' });
    expect(await runsOf(db)).toMatchObject([{ status: 'failed', error_message: 'got  bytes' }]);
  });

  test('frees the dispensary for the next chain', async () => {
    const { db } = await createTestDatabase();
    const claim = makeClaim(await makeDispensary(db));
    await enterStage(db, claim, FETCH);
    await closeRun(db, { ...failure, workflowRunId: claim.workflowRunId });
    await enterStage(db, makeClaim(claim.dispensaryId, { scheduledAt: day(1) }), FETCH);
    expect((await runsOf(db)).map(({ status }) => status)).toEqual(['failed', 'running']);
  });
});
