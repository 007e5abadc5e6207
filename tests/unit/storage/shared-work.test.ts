import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createSharedWork } from '../../../storage/shared-work.ts';

/** Creates work that runs until the test ends it. */
function makeWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: vi.fn(() => promise), resolve, reject };
}

describe('shared work', () => {
  test('equal requests are done once, and all get the result', async () => {
    const shared = createSharedWork<string>({ running: 2, waiting: 2, waitingPerClient: 2 });
    const { work, resolve } = makeWork();
    const answers = Array.from({ length: 50 }, () => shared.get('a', work));
    resolve('done');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['done']));
    expect(work).toHaveBeenCalledTimes(1);
    await shared.get('a', work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('a failure reaches all that wait, and the next request tries anew', async () => {
    const shared = createSharedWork<string>({ running: 1, waiting: 1, waitingPerClient: 1 });
    const { work, reject } = makeWork();
    const answers = [shared.get('a', work), shared.get('a', work)];
    reject(new Error('broken'));
    for (const { status } of await Promise.allSettled(answers)) expect(status).toBe('rejected');
    expect(await shared.get('a', async () => 'well')).toBe('well');
  });

  test('runs no more at once than it may, in the order in which they came', async () => {
    const shared = createSharedWork<string>({ running: 2, waiting: 10, waitingPerClient: 10 });
    const pieces = ['a', 'b', 'c', 'd'].map((key) => ({ key, ...makeWork() }));
    const answers = pieces.map(({ key, work }) => shared.get(key, work));
    const begun = () => pieces.map(({ work }) => work.mock.calls.length);
    expect(begun()).toEqual([1, 1, 0, 0]);
    pieces[1]?.resolve('b');
    await answers[1];
    await vi.waitFor(() => expect(begun()).toEqual([1, 1, 1, 0]));
    for (const { resolve, key } of pieces) resolve(key);
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('refuses what finds no place in the queue, with a time to come back; what runs already may be joined', async () => {
    const shared = createSharedWork<string>({ running: 1, waiting: 1, waitingPerClient: 1 });
    const [running, waiting] = [makeWork(), makeWork()];
    const answers = [shared.get('running', running.work), shared.get('waiting', waiting.work)];
    await expect(shared.get('more', async () => 'never')).rejects.toMatchObject({
      kind: 'RateLimited',
      retryAfterMs: expect.toSatisfy((ms: number) => ms >= 1_000 && ms <= 60_000),
      message: expect.stringMatching(/all 1 are taken; come back in \d+ s/),
    });
    answers.push(shared.get('running', running.work), shared.get('waiting', waiting.work));
    running.resolve('r');
    waiting.resolve('w');
    expect(await Promise.all(answers)).toEqual(['r', 'w', 'r', 'w']);
    expect(await shared.get('more', async () => 'now')).toBe('now');
  });

  test('what nobody waits for any more leaves the queue and is never begun', async () => {
    const shared = createSharedWork<string>({ running: 1, waiting: 1, waitingPerClient: 1 });
    const [first, second] = [makeWork(), makeWork()];
    const running = shared.get('first', first.work);
    const [one, other] = [new AbortController(), new AbortController()];
    const waits = [shared.get('second', second.work, one), shared.get('second', second.work, other)];
    one.abort(new Error('gone'));
    await expect(waits[0]).rejects.toThrow('gone');
    await expect(shared.get('third', async () => 'x')).rejects.toMatchObject({ kind: 'RateLimited' });
    other.abort(new Error('gone too'));
    await expect(waits[1]).rejects.toThrow('gone too');
    const third = shared.get('third', async () => 'its place');
    first.resolve('1');
    expect([await running, await third]).toEqual(['1', 'its place']);
    expect(second.work).not.toHaveBeenCalled();
  });

  test('work that has begun is finished, and serves whoever asks meanwhile', async () => {
    const shared = createSharedWork<string>({ running: 1, waiting: 0, waitingPerClient: 0 });
    const { work, resolve } = makeWork();
    const leaving = new AbortController();
    const left = shared.get('a', work, leaving);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    const next = shared.get('a', work);
    resolve('done');
    expect(await next).toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('who has gone before asking starts nothing', async () => {
    const shared = createSharedWork<string>({ running: 1, waiting: 0, waitingPerClient: 0 });
    const { work } = makeWork();
    await expect(shared.get('a', work, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(work).not.toHaveBeenCalled();
  });

  test('however many clients flood the queue, the first request of a new one is taken, and done', async () => {
    const requests = fc.array(fc.tuple(fc.nat(8), fc.nat(60)), { maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 6 }), async (flood, waiting) => {
        const shared = createSharedWork<string>({ running: 1, waiting, waitingPerClient: 3 });
        const first = makeWork();
        const running = shared.get('running', first.work, { client: 'flood 0' });
        const flooding = flood.map(([client, key]) =>
          shared.get(`${key}`, async () => 'flood', { client: `flood ${client}` }),
        );
        const settled = Promise.allSettled(flooding);
        const latest = shared.get('new', async () => 'new', { client: 'new' });
        first.resolve('first');
        expect([await running, await latest]).toEqual(['first', 'new']);
        const refused = (await settled).filter(({ status }) => status === 'rejected');
        for (const answer of refused) expect(answer).toMatchObject({ reason: { kind: 'RateLimited' } });
      }),
    );
  });

  test('what makes room is the newest of the client that has most, and of that one alone', async () => {
    const shared = createSharedWork<string>({ running: 1, waiting: 4, waitingPerClient: 3 });
    const first = makeWork();
    const ask = (key: string, client: string) => shared.get(key, async () => key, { client });
    const running = shared.get('running', first.work, { client: 'a' });
    const waits = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b'), ask('a3', 'b')];
    const settled = Promise.allSettled([...waits, ask('c1', 'c')]);
    await expect(ask('b2', 'b')).rejects.toMatchObject({ kind: 'RateLimited' });
    first.resolve('running');
    await running;
    const answers = (await settled).map((one) => (one.status === 'fulfilled' ? one.value : 'refused'));
    expect(answers).toEqual(['a1', 'refused', 'a3', 'b1', 'a3', 'c1']);
  });

  test('clients take turns, and one that has its share of the queue leaves the rest to others', async () => {
    const shared = createSharedWork<string>({ running: 1, waiting: 10, waitingPerClient: 2 });
    const begun: string[] = [];
    const ask = (key: string, client: string) =>
      shared.get(key, async () => String(begun.push(key)), { client });
    const first = makeWork();
    const answers = [shared.get('a1', first.work, { client: 'a' }), ask('a2', 'a'), ask('a3', 'a')];
    await expect(ask('a4', 'a')).rejects.toMatchObject({
      kind: 'RateLimited',
      message: expect.stringContaining('all 2 of yours are taken'),
    });
    answers.push(...['b1', 'a3'].map((key) => ask(key, 'b')));
    await expect(ask('b2', 'b')).rejects.toMatchObject({ kind: 'RateLimited' });
    first.resolve('a1');
    await Promise.all(answers);
    expect(begun).toEqual(['a2', 'b1', 'a3']);
  });
});
