import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { migrate, readMigrations } from '../../../db/migrate.ts';
import { abandonStore, closeRun } from '../../../db/queries/close-runs.ts';
import { completeStage, enterStage, holdRun } from '../../../db/queries/crawl-runs.ts';
import {
  enterStore,
  findHolder,
  findTasksInTheWay,
  freeStore,
  handStoreOn,
  holdStore,
  joinQueue,
  releaseStore,
  StoreTaken,
  takeStore,
  type StoreClaim,
} from '../../../db/queries/store-locks.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { day, FETCH, INGEST, makeClaim, makeDispensary, nextAttempt } from './make-crawl.ts';

const STALE = expect.objectContaining({ name: 'CrawlError', kind: 'StaleAttempt' }) as Error;

const refreshOf = (dispensaryId: number, id: number, change: Partial<StoreClaim> = {}): StoreClaim => ({
  dispensaryId,
  workflowId: `refresh/${id}`,
  workflowRunId: `run of refresh ${id}`,
  scheduledAt: day(id),
  fence: day(id).getTime(),
  ...change,
});

async function waitersOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('store_waiters').orderBy('asked_at').select('workflow_id').execute();
  return rows.map(({ workflow_id: id }) => id);
}

describe('a store', () => {
  test('that a chain has is refused to a refresh, which queues, and gets it when the chain has ended', async () => {
    const { db } = await createTestDatabase();
    const chain = makeClaim(await makeDispensary(db));
    const { run } = await enterStage(db, chain, FETCH);
    const refresh = refreshOf(chain.dispensaryId, 1);
    await expect(enterStore(db, refresh)).rejects.toThrow(StoreTaken);
    expect((await findTasksInTheWay(db, [refresh.workflowRunId])).get(refresh.workflowRunId)).toMatchObject({
      workflowId: chain.workflowId,
    });
    expect(await handStoreOn(db, chain.dispensaryId)).toBeNull();
    await completeStage(db, run, { stage: 'fetch', result: {}, isLast: true });
    const next = { workflowId: refresh.workflowId, workflowRunId: refresh.workflowRunId };
    for (const _ of ['told', 'told once more after a lost answer'])
      expect(await handStoreOn(db, chain.dispensaryId)).toMatchObject(next);
    const held = await enterStore(db, refresh);
    await expect(holdStore(db, held)).resolves.toBeUndefined();
    expect([await waitersOf(db), await handStoreOn(db, chain.dispensaryId)]).toEqual([[], null]);
  });

  test('goes to the most urgent that waits, then to the one that came first', async () => {
    const { db } = await createTestDatabase();
    const id = await makeDispensary(db);
    await enterStore(db, refreshOf(id, 1));
    const waiting = [
      refreshOf(id, 2),
      refreshOf(id, 3),
      refreshOf(id, 4, { priorityKey: 1 }),
      refreshOf(id, 5, { priorityKey: 5 }),
    ];
    for (const claim of waiting) await enterStore(db, claim).catch(() => undefined);
    const order: string[] = [];
    for (let holder = await findHolder(db, id); holder !== null; holder = await handStoreOn(db, id)) {
      order.push(holder.workflowId);
      await freeStore(db, holder.workflowRunId);
    }
    expect(order).toEqual(['refresh/1', 'refresh/4', 'refresh/2', 'refresh/3', 'refresh/5']);
  });

  test('of twenty tasks at once has one, and nineteen wait', async () => {
    const { db } = await createTestDatabase();
    const id = await makeDispensary(db);
    const claims = Array.from({ length: 20 }, (_, place) => refreshOf(id, place + 1));
    const entered = await Promise.allSettled(claims.map((claim) => enterStore(db, claim)));
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await waitersOf(db)).toHaveLength(19);
  });

  test('is taken by the next run of the same workflow, and never back by the one before', async () => {
    const { db } = await createTestDatabase();
    const id = await makeDispensary(db);
    const old = await enterStore(db, refreshOf(id, 1));
    const next = refreshOf(id, 1, { workflowRunId: 'the next run', scheduledAt: day(2) });
    await enterStore(db, next);
    await expect(holdStore(db, old)).rejects.toThrow(STALE);
    await expect(enterStore(db, refreshOf(id, 1))).rejects.toThrow(STALE);
  });

  test('is not taken by an attempt that was scheduled before the one that has it, and again by that one', async () => {
    const { db } = await createTestDatabase();
    const late = refreshOf(await makeDispensary(db), 1);
    const atWork = nextAttempt(late);
    const held = await enterStore(db, atWork);
    await expect(enterStore(db, late)).rejects.toThrow(STALE);
    await expect(holdStore(db, held)).resolves.toBeUndefined();
    expect(await enterStore(db, atWork)).toEqual(held);
  });

  test('is not written by a task that has lost it, even if both tasks were scheduled at one moment', async () => {
    const { db } = await createTestDatabase();
    const id = await makeDispensary(db);
    const lost = await enterStore(db, refreshOf(id, 1));
    await freeStore(db, lost.workflowRunId);
    const held = await enterStore(db, refreshOf(id, 2, { fence: lost.fence }));
    await expect(holdStore(db, lost)).rejects.toThrow(STALE);
    await releaseStore(db, lost);
    await expect(holdStore(db, held)).resolves.toBeUndefined();
  });

  test('that was handed on goes to whichever attempt of the task comes first', async () => {
    const { db } = await createTestDatabase();
    const id = await makeDispensary(db);
    await enterStore(db, refreshOf(id, 1));
    const waiting = refreshOf(id, 2, { fence: 1 });
    await expect(enterStore(db, waiting)).rejects.toThrow(StoreTaken);
    await freeStore(db, refreshOf(id, 1).workflowRunId);
    await handStoreOn(db, id);
    expect(await enterStore(db, waiting)).toEqual({
      dispensaryId: id,
      workflowRunId: waiting.workflowRunId,
      fence: 1,
    });
  });

  test('is not freed by the end of an attempt after which another one of the same run has begun', async () => {
    const { db } = await createTestDatabase();
    const refresh = refreshOf(await makeDispensary(db), 1);
    const stale = await enterStore(db, refresh);
    const held = await enterStore(db, nextAttempt(refresh));
    await releaseStore(db, stale);
    await expect(holdStore(db, held)).resolves.toBeUndefined();
    await releaseStore(db, held);
    expect(await findHolder(db, refresh.dispensaryId)).toBeNull();
  });

  test('keeps the place in its queue for a task that finds it taken a moment later', async () => {
    const { db } = await createTestDatabase();
    const id = await makeDispensary(db);
    await enterStore(db, refreshOf(id, 1));
    await joinQueue(db, refreshOf(id, 2), 'store');
    const later = refreshOf(id, 2, { scheduledAt: day(9) });
    const taken = await db.transaction().execute((tx) => takeStore(tx, later));
    expect(taken).toMatchObject({ workflowId: 'refresh/1' });
    expect(await waitersOf(db)).toEqual(['refresh/2']);
  });

  test('that is deleted has no queue', async () => {
    const { db } = await createTestDatabase();
    const id = await makeDispensary(db);
    await db.deleteFrom('dispensaries').execute();
    await expect(joinQueue(db, refreshOf(id, 1), 'chain')).resolves.toBeUndefined();
    expect(await waitersOf(db)).toEqual([]);
  });

  test('is lost to a chain whose workflow was terminated: its attempt writes nothing any more', async () => {
    const { db } = await createTestDatabase();
    const chain = makeClaim(await makeDispensary(db));
    const { run } = await enterStage(db, chain, FETCH);
    await abandonStore(db, chain.workflowRunId);
    await enterStore(db, refreshOf(chain.dispensaryId, 1));
    await expect(holdRun(db, run)).rejects.toThrow(STALE);
    const { status, error_kind: kind } = await db
      .selectFrom('crawl_runs')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([status, kind]).toEqual(['failed', 'Abandoned']);
  });

  test('is left, with the place in its queue, by a chain that is closed while it waits', async () => {
    const { db } = await createTestDatabase();
    const { workflowRunId, ...chain } = makeClaim(await makeDispensary(db));
    await enterStore(db, refreshOf(chain.dispensaryId, 1));
    await expect(enterStage(db, { workflowRunId, ...chain }, FETCH)).rejects.toThrow(StoreTaken);
    expect(await waitersOf(db)).toEqual([chain.workflowId]);
    const ended = { status: 'cancelled', errorKind: 'Cancelled', errorMessage: 'a test' } as const;
    await closeRun(db, { ...ended, workflowRunId, chain });
    expect(await waitersOf(db)).toEqual([]);
  });
});

test('chains that are open when the tables come keep their stores', async () => {
  const { db, url } = await createTestDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const migrations = await readMigrations();
  await migrate(
    url,
    migrations.filter(({ name }) => name < '0043'),
  );
  const ids = [await makeDispensary(db), await makeDispensary(db)];
  const claims = ids.map((id) => makeClaim(id));
  for (const { dispensaryId, workflowId, workflowRunId } of claims)
    await sql`
      insert into crawl_runs (dispensary_id, role, workflow_id, workflow_run_id, fence, status, started_at, ended_at)
      values (${dispensaryId}, 'payload_fetch', ${workflowId}, ${workflowRunId}, nextval('crawl_fence'),
        ${dispensaryId === ids[0] ? 'running' : 'completed'}, ${day(1)}, ${dispensaryId === ids[0] ? null : day(1)})
    `.execute(db);
  await migrate(url, migrations);
  const [open, closed] = claims;
  expect(await findHolder(db, open!.dispensaryId)).toMatchObject({
    workflowId: open!.workflowId,
    workflowRunId: open!.workflowRunId,
  });
  expect(await findHolder(db, closed!.dispensaryId)).toBeNull();
  const run = await db.selectFrom('crawl_runs').orderBy('id').selectAll().executeTakeFirstOrThrow();
  const { id: crawlRunId, dispensary_id: dispensaryId, workflow_run_id: workflowRunId, fence } = run;
  const begun = { crawlRunId, dispensaryId, workflowRunId, fence };
  await expect(holdRun(db, begun)).resolves.toBeUndefined();
  await expect(enterStore(db, refreshOf(open!.dispensaryId, 1))).rejects.toThrow(StoreTaken);
  // The first fence is a small sequence number. Fences from timestamps are always larger.
  const next = await enterStage(db, { ...open!, fence: day(1).getTime() }, INGEST);
  expect(next.run.crawlRunId).toBe(run.id);
  await expect(holdRun(db, begun)).rejects.toThrow(STALE);
});
