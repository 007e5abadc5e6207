import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { notifyEvents } from '../../../db/event-bell.ts';
import { revokeApiKey } from '../../../db/queries/api-keys.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../../support/add-dispensary.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { addKey } from '../../support/dashboard-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';

interface SentEvent {
  event: string;
  data: Record<string, unknown>;
}

/** Opens an event stream, and collects what it sends. */
async function openStream(url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(url, { signal: abort.signal, headers });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: SentEvent[] = [];
  const comments: string[] = [];
  /** The received `alive` blocks, which the stream sends while nothing happens. */
  const signs: string[] = [];
  let lastId = '';
  let hasEnded = false;
  void (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        lastId = fieldOf(block, 'id') ?? lastId;
        // The first block with an id shows that the stream has begun.
        const event = fieldOf(block, 'event');
        if (event === undefined) comments.push(...(fieldOf(block, 'id') ? [block] : []));
        else if (event === 'alive') signs.push(block);
        else events.push(readEvent(block));
      }
    }
    hasEnded = true;
  })().catch(() => undefined);
  return {
    events,
    comments: () => comments,
    signs: () => signs,
    lastId: () => lastId,
    hasEnded: () => hasEnded,
    close: () => abort.abort(),
  };
}

function readEvent(block: string): SentEvent {
  const data = JSON.parse(fieldOf(block, 'data') ?? '{}') as Record<string, unknown>;
  return { event: fieldOf(block, 'event') ?? '', data };
}

function fieldOf(block: string, name: string): string | undefined {
  return block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
}

/** Returns the tasks of the `completed` events. */
const endsOf = (events: SentEvent[]) =>
  events.flatMap(({ data }) => (data['event'] === 'completed' ? [String(data['task_id'])] : []));

let runsMade = 0;

/** Adds runs of discoveries that all end at the same time. @returns the ids of their tasks */
async function endRunsAtOnce(db: Db, count: number): Promise<string[]> {
  const at = Date.now().toString(16).padStart(12, '0');
  const ids = Array.from({ length: count }, () => {
    const digits = (runsMade += 1).toString(16).padStart(12, '0');
    return `${at.slice(0, 8)}-${at.slice(8)}-7000-8000-${digits}`;
  });
  await sql`
    insert into runs (id, workflow_id, run_id, type, role)
    select id::uuid, 'discover/' || id, id, 'discoverStores', 'store_discovery' from unnest(${ids}::text[]) as id
  `.execute(db);
  await Promise.all(
    ids.map((id) =>
      sql`update runs set ended_as = 'completed', ended_at = now(), end_noted_at = now() where id = ${id}`.execute(
        db,
      ),
    ),
  );
  await notifyEvents(db);
  return ids.map((id) => taskId(`discover/${id}`, id));
}

test('a stream tells of a chain that begins and ends, and of its worker', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world);
  const { url } = await startApiServer(world);
  const all = await openStream(`${url}/api/events`);
  const tasks = await openStream(`${url}/api/events?types=task`);
  await expect.poll(() => [...all.comments(), ...tasks.comments()], { timeout: 60_000 }).toHaveLength(2);
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  const { firstExecutionRunId: runId } = await handle
    .describe()
    .then(({ runId: first }) => ({ firstExecutionRunId: first }));
  await handle.result();
  const ended = {
    task_id: taskId(handle.workflowId, runId),
    status: 'completed',
    dispensary_id: dispensary.id,
  };
  for (const { events } of [all, tasks]) {
    await expect
      .poll(() => events.filter(({ event }) => event === 'task').map(({ data }) => data), { timeout: 60_000 })
      .toContainEqual(expect.objectContaining(ended));
  }
  expect(all.events.some(({ event, data }) => event === 'worker' && data.worker_id === 'worker-1')).toBe(
    true,
  );
  expect(tasks.events.every(({ event }) => event === 'task')).toBe(true);
});

test('a stream tells of tasks that only Temporal knows, and of what people do', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url, call } = await startApiServer({ db, client });
  const { events, comments } = await openStream(`${url}/api/events`);
  await expect.poll(comments, { timeout: 60_000 }).toHaveLength(1);
  const ofKind = (kind: string) => events.filter(({ event }) => event === kind).map(({ data }) => data);
  // Polls, because the stream sends no events from before its first read.
  await expect
    .poll(
      async () => {
        const { body } = await call('POST', '/api/tasks', { body: { role: 'analytics_refresh' } });
        await client.workflow.getHandle(String(body.workflow_id)).terminate('a test');
        return ofKind('task');
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toContainEqual(expect.objectContaining({ role: 'analytics_refresh' }));
  const created: unknown = expect.objectContaining({ method: 'POST', path: '/api/tasks', status: 201 });
  await expect.poll(() => ofKind('operation'), { timeout: 60_000 }).toContainEqual(created);
});

test('a client that comes back gets what it missed once, across a restart of the API and from another API', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const start = () => startApiServer({ db, client, isFollowed: false });
  const [one, other] = [await start(), await start()];
  const first = await openStream(`${one.url}/api/events?types=task`);
  await expect.poll(first.comments, { timeout: 60_000 }).toHaveLength(1);
  await endRunsAtOnce(db, 3);
  await expect.poll(() => endsOf(first.events), { timeout: 60_000 }).toHaveLength(3);
  const lastId = first.lastId();
  first.close();
  const ids = await endRunsAtOnce(db, 500);
  const restarted = await start();
  for (const { url } of [other, restarted]) {
    const again = await openStream(`${url}/api/events?types=task`, { 'Last-Event-ID': lastId });
    const more = await endRunsAtOnce(db, 500);
    const expected = [...ids, ...more].toSorted();
    await expect
      .poll(() => endsOf(again.events).toSorted(), { timeout: 60_000 })
      .toEqual(expect.arrayContaining(expected));
    // Each of the two streams gets the other round's events as well, and gets no event twice.
    expect(new Set(endsOf(again.events)).size).toBe(endsOf(again.events).length);
    expect(again.events.some(({ event }) => event === 'reset')).toBe(false);
    ids.push(...more);
  }
});

test('an id that the ledger does not have is answered with a reset, and the stream goes on from there', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url } = await startApiServer({ db, client, isFollowed: false });
  for (const id of ['999999', 'another/7', '-1']) {
    const stream = await openStream(`${url}/api/events?types=task`, { 'Last-Event-ID': id });
    await expect.poll(() => stream.events, { timeout: 60_000 }).toEqual([{ event: 'reset', data: {} }]);
    await endRunsAtOnce(db, 1);
    await expect.poll(() => endsOf(stream.events), { timeout: 60_000 }).toHaveLength(1);
    stream.close();
  }
});

test('a stream goes on when the connection that listens was cut', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url } = await startApiServer({ db, client, isFollowed: false });
  const { events, comments } = await openStream(`${url}/api/events?types=task`);
  await expect.poll(comments, { timeout: 60_000 }).toHaveLength(1);
  const listening = async () =>
    sql<{ pid: number }>`
      select pid from pg_stat_activity where application_name = 'crawlchain-events' and datname = current_database()
    `.execute(db);
  await expect.poll(async () => (await listening()).rows, { timeout: 60_000 }).toHaveLength(1);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'crawlchain-events' and datname = current_database()
  `.execute(db);
  const ids = await endRunsAtOnce(db, 5);
  await expect.poll(() => endsOf(events).toSorted(), { timeout: 60_000 }).toEqual(ids.toSorted());
  await expect.poll(async () => (await listening()).rows, { timeout: 60_000 }).toHaveLength(1);
});

test('types that there are not are refused with those that there are', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const { call } = await startApiServer(world);
  const { status, body } = await call('GET', '/api/events?types=task,weather');
  expect(status).toBe(400);
  expect(body.detail).toBe(
    'types (query) takes one of task, job, run, worker, quarantine, quality, operation, got "task,weather".',
  );
});

test('one key holds some of the streams, and leaves the others to other keys', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url, call } = await startApiServer({ db, client, isLoopback: false });
  const [one, other] = [await givenKey(db, 'read'), await givenKey(db, 'read')];
  const open = async (headers: Record<string, string>) => {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const { status } = await fetch(`${url}/api/events`, { headers, signal: abort.signal });
    return { status, close: () => abort.abort() };
  };
  const streams = await Promise.all(Array.from({ length: 25 }, () => open(one)));
  const held = streams.filter(({ status }) => status === 200);
  expect(held).toHaveLength(20);
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(5);
  const refused = await call('GET', '/api/events', { headers: one });
  expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([
    429,
    'rate-limited',
    '30',
  ]);
  expect(refused.body['detail']).toContain('20 streams are open with this key');
  expect((await open(other)).status).toBe(200);
  held[0]?.close();
  await expect.poll(async () => (await open(one)).status, { timeout: 30_000 }).toBe(200);
});

test('a stream ends soon after its key was revoked, also that of a session; those of other keys go on', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url, call } = await startApiServer({ db, client, isFollowed: false });
  const open = async (headers: Record<string, string>) => {
    const stream = await openStream(`${url}/api/events`, headers);
    await expect.poll(stream.comments, { timeout: 60_000 }).toHaveLength(1);
    return stream;
  };
  const withoutKey = await open({});
  const [revoked, other] = [await addKey(db, 'read'), await addKey(db, 'read')];
  // The API refuses requests without a key from the moment at which a key exists, so the open stream ends.
  await expect.poll(withoutKey.hasEnded, { timeout: 60_000 }).toBe(true);
  const begun = await call('POST', '/api/session', { body: { key: revoked.text } });
  const cookie = begun.headers.get('set-cookie')!.split(';', 1)[0]!;
  const [byKey, bySession, byOther] = [
    await open({ 'x-api-key': revoked.text }),
    await open({ cookie }),
    await open({ 'x-api-key': other.text }),
  ];
  await revokeApiKey(db, revoked.id);
  await expect
    .poll(() => [byKey, bySession].map((one) => one.hasEnded()), { timeout: 60_000 })
    .toEqual([true, true]);
  await endRunsAtOnce(db, 1);
  await expect.poll(() => endsOf(byOther.events), { timeout: 60_000 }).toHaveLength(1);
  expect(endsOf(bySession.events)).toEqual([]);
});

test('while nothing happens a stream says that the API is alive', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url } = await startApiServer({ db, client, isFollowed: false });
  const stream = await openStream(`${url}/api/events`);
  await expect.poll(() => stream.signs().length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(stream.events).toEqual([]);
});
