import { expect, onTestFinished, test, vi } from 'vitest';
import { createChangeFeed, type Change, type ChangeEvent } from '../../../api/events/change-feed.ts';
import { createLog } from '../../../observability/log.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../../support/add-dispensary.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';

interface SentEvent {
  event: string;
  data: Record<string, unknown>;
}

/** What a stream has sent so far. */
async function openStream(url: string): Promise<{ events: SentEvent[]; comments: () => string[] }> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(url, { signal: abort.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: SentEvent[] = [];
  const comments: string[] = [];
  void (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith(':')) comments.push(block);
        else events.push(readEvent(block));
      }
    }
  })().catch(() => undefined);
  return { events, comments: () => comments };
}

function readEvent(block: string): SentEvent {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  return { event: field('event') ?? '', data: JSON.parse(field('data') ?? '{}') as Record<string, unknown> };
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
  // What is there before the first look is where it starts from.
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
  expect(ofKind('operation')).toContainEqual(
    expect.objectContaining({ method: 'POST', path: '/api/tasks', status: 201 }),
  );
});

test('whoever listens after a pause hears of nothing that was before', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const looks: boolean[] = [];
  const feed = createChangeFeed(
    (afresh) => {
      looks.push(afresh);
      return Promise.resolve([]);
    },
    createLog('fatal'),
    30_000,
  );
  const first = feed.listen(() => undefined, null);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(looks).toEqual([true, false, false]);
  first.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  const soon = feed.listen(() => undefined, null);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks.at(-1)).toBe(false);
  soon.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  feed.listen(() => undefined, null);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks.at(-1)).toBe(true);
});

test('a look that is slow sees what was there when it began, and what came later may be missed', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = Promise.withResolvers<Change[]>();
  const looks = [() => slow.promise, () => Promise.reject(new Error('away'))];
  const feed = createChangeFeed(async () => looks.shift()?.() ?? [], createLog('fatal'), 30_000);
  const heard: string[] = [];
  feed.listen(({ type }) => heard.push(type), null);
  await vi.advanceTimersByTimeAsync(29_500);
  slow.resolve([]);
  // It fails at 30.5 s, and sees thirty seconds back at 31.5 s.
  await vi.advanceTimersByTimeAsync(1_500);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard).toEqual(['reset']);
});

test('whoever comes back hears what was missed, or that it is not known any more', async () => {
  const waiting: Change[][] = [];
  const feed = createChangeFeed(() => Promise.resolve(waiting.shift() ?? []), createLog('fatal'), 60_000);
  const heard: ChangeEvent[] = [];
  const { stop } = feed.listen((event) => heard.push(event), null);
  waiting.push([1, 2, 3].map((number) => ({ type: 'task', data: number })));
  await expect.poll(() => heard.map(({ data }) => data), { timeout: 60_000 }).toEqual([1, 2, 3]);
  stop();
  const again = feed.listen(() => undefined, heard[0]!.id);
  expect(again.missed?.map(({ data }) => data)).toEqual([2, 3]);
  again.stop();
  const lost = feed.listen(() => undefined, 'another/7');
  expect(lost.missed).toBeNull();
  lost.stop();
});

test('types that there are not are refused with those that there are', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const { call } = await startApiServer(world);
  const { status, body } = await call('GET', '/api/events?types=task,weather');
  expect(status).toBe(400);
  expect(body.detail).toBe(
    'types (query) takes one of task, job, worker, quarantine, quality, operation, got "task,weather".',
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
