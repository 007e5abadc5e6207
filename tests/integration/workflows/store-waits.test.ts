import type { WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startCrawl, startResolve } from '../../../temporal-client/crawl-control.ts';
import { querySummary } from '../../../temporal-client/follow-progress.ts';
import { URGENT_PRIORITY } from '../../../temporal-config/priorities.ts';
import {
  blockPayload,
  createTurnWorld,
  PATIENCE,
  type StoreQueueWorld,
} from '../../support/store-wait-world.ts';

const detailsOf = async (handle: WorkflowHandle) => (await querySummary(handle)).summary;

/** Starts the ingest of the first payload and blocks it until the test releases it. Meanwhile, the ingest's task holds the store. */
async function refreshHeld(world: StoreQueueWorld) {
  const letGo = await blockPayload(world, world.payloadIds[0]!);
  const handle = await world.refresh(world.payloadIds[0]!);
  await expect.poll(world.holder, PATIENCE).toBe(handle.workflowId);
  return { handle, letGo };
}

test('a refresh of a store that is being crawled waits without a slot, says so, and is done when the chain has ended', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const refresh = await world.refresh(world.payloadIds[0]!);
  await world.untilWaiting(refresh.workflowId);
  await expect
    .poll(() => detailsOf(refresh), PATIENCE)
    .toMatch(/^Waiting for another task of the store: crawl\/1, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  await expect.poll(async () => (await refresh.describe()).raw.pendingActivities, PATIENCE).toEqual([]);
  await world.release();
  await chain.result();
  expect(await refresh.result()).toMatchObject({ counts: { products: expect.any(Number) }, isNewest: false });
  expect([await world.waiters(), await world.holder()]).toEqual([[], undefined]);
});

test('a crawl and a search for the id of a store wait for a refresh, and each has its turn', async () => {
  const world = await createTurnWorld();
  await sql`update dispensaries set platform_dispensary_id = null`.execute(world.db);
  const { handle: refresh, letGo } = await refreshHeld(world);
  const { handle: search } = await startResolve(world.client, world.store, { crawl: false });
  await world.untilWaiting(search.workflowId);
  const chain = await world.crawl();
  await world.untilWaiting(search.workflowId, chain.workflowId);
  const fetches = world.db.selectFrom('run_heartbeats').where('activity', '=', 'fetchMenu').selectAll();
  await expect.poll(() => fetches.execute(), PATIENCE).toEqual([]);
  // The chain still waits for the store, so no later stage than `fetch` is recorded.
  const { runId } = await chain.describe();
  const stageOf = () =>
    world.db.selectFrom('runs').where('run_id', '=', runId).select('stage').executeTakeFirst();
  await expect.poll(stageOf, PATIENCE).toEqual({ stage: 'fetch' });
  await letGo();
  await refresh.result();
  expect(await search.result()).toMatchObject({ wasKnown: false });
  expect(await chain.result()).toMatchObject({ counts: { products: expect.any(Number) } });
  expect([await world.waiters(), await world.holder()]).toEqual([[], undefined]);
});

test('of twenty refreshes and a crawl of one store at once all end, and never are two at work', async () => {
  const world = await createTurnWorld({ payloads: 20 });
  const { db, payloadIds } = world;
  await sql`create table turns (task text, of_payload bigint, at timestamptz default clock_timestamp())`.execute(
    db,
  );
  await sql`
    create function note_turn() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'store_locks' then
        insert into turns (task) values (case when tg_op = 'DELETE' then null else new.workflow_id end);
      else
        insert into turns (task, of_payload) select workflow_id, new.id from store_locks where dispensary_id = new.dispensary_id;
      end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger note_turn after insert or delete on store_locks for each row execute function note_turn()
  `.execute(db);
  await sql`
    create trigger note_turn after update on raw_crawl_payloads for each row execute function note_turn()
  `.execute(db);
  const tasks = await Promise.all([...payloadIds.map(world.refresh), world.crawl()]);
  await Promise.all(tasks.map((task) => task.result()));
  const { rows: turns } = await sql<{ task: string | null; of_payload: number | null; at: Date }>`
    select * from turns order by at
  `.execute(db);
  const begun = turns.filter(({ task, of_payload: payload }) => task !== null && payload === null);
  expect(new Set(begun.map(({ task }) => task))).toEqual(new Set(tasks.map(({ workflowId }) => workflowId)));
  // A task gets the store only after the task before it has released the store.
  const locks = turns.filter(({ of_payload: payload }) => payload === null).map(({ task }) => task !== null);
  expect(locks).toEqual(locks.map((_, place) => place % 2 === 0));
  // Only the task that holds the store writes rows.
  const written = turns.filter(({ of_payload: payload }) => payload !== null && payloadIds.includes(payload));
  expect(written.length).toBeGreaterThanOrEqual(20);
  expect(written.map(({ task }) => task)).toEqual(
    written.map(({ of_payload: payload }) => `refresh/${payload}`),
  );
  const { rows: stages } = await sql<{ begun: Date; ended: Date }>`
    select min(started_at) as begun, max(ended_at) as ended from stage_runs where crawl_run_id = (select max(id) from crawl_runs)
  `.execute(db);
  const during = turns
    .filter(({ at }) => at > stages[0]!.begun && at < stages[0]!.ended)
    .map(({ task }) => task);
  expect(new Set(during)).toEqual(new Set(['crawl/1']));
});

test('tasks that are cancelled or terminated while they wait give up their place, and the next has its turn', async () => {
  const world = await createTurnWorld({ payloads: 3 });
  const chain = await world.crawlHeld();
  const waiting: WorkflowHandle[] = [];
  for (const payloadId of world.payloadIds) {
    waiting.push(await world.refresh(payloadId));
    await world.untilWaiting(...waiting.map(({ workflowId }) => workflowId));
  }
  const [cancelled, terminated, next] = waiting;
  await cancelled!.cancel();
  await expect(cancelled!.result()).rejects.toThrow('cancelled');
  await world.untilWaiting(terminated!.workflowId, next!.workflowId);
  await terminated!.terminate('a test');
  await world.release();
  await chain.result();
  expect(await next!.result()).toMatchObject({ counts: { products: expect.any(Number) } });
  expect([await world.waiters(), await world.holder()]).toEqual([[], undefined]);
});

test('a chain that is brought forward while it waits goes before what has waited for longer', async () => {
  const world = await createTurnWorld({ payloads: 2 });
  const { handle: refresh, letGo } = await refreshHeld(world);
  const later = await world.refresh(world.payloadIds[1]!);
  await world.untilWaiting(later.workflowId);
  const chain = await world.crawl();
  await world.untilWaiting(later.workflowId, chain.workflowId);
  const keyOf = async () =>
    (
      await world.db
        .selectFrom('store_waiters')
        .where('workflow_id', '=', chain.workflowId)
        .select('priority_key')
        .executeTakeFirst()
    )?.priority_key;
  expect(await keyOf()).toBe(4);
  await startCrawl(world.client, world.store, { priority: URGENT_PRIORITY });
  await expect.poll(keyOf, PATIENCE).toBe(1);
  const letSecondGo = await blockPayload(world, world.payloadIds[1]!);
  await letGo();
  await refresh.result();
  expect(await chain.result()).toMatchObject({ counts: { products: expect.any(Number) } });
  expect((await later.describe()).status.name).toBe('RUNNING');
  await letSecondGo();
  await later.result();
});
