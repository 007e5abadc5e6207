import { describe, expect, it } from 'vitest';
import { createRequestLog } from '../../../../sandbox/storefront/request-log.ts';

const signal = new AbortController().signal;
const seen = {
  method: 'GET',
  host: 'dutchie.sandbox.test',
  path: '/graphql',
  operation: 'FilteredProducts',
  dispensaryId: 'd1',
  page: 0,
  order: null,
  exitAddress: '203.0.113.12',
  userAgent: 'x',
};

describe('the request log', () => {
  it('numbers requests from one and gives those after a number', () => {
    const log = createRequestLog();
    log.add(seen);
    log.add({ ...seen, page: 1 });
    expect(log.find({ since: 1 })).toMatchObject([{ n: 2, page: 1 }]);
  });

  it('keeps ten thousand requests, and totals of all', () => {
    const log = createRequestLog();
    for (let round = 0; round < 10_050; round++) log.add(seen);
    expect(log.find({})).toHaveLength(10_000);
    expect(log.totals).toMatchObject({ requests: 10_050, byProxy: { '203.0.113.12': 10_050 } });
  });

  it('counts 403 and 429 as blocked', () => {
    const log = createRequestLog();
    for (const status of [200, 403, 429, 500]) log.update(log.add(seen), { status });
    expect(log.totals.blocked).toBe(2);
  });

  it('wakes a waiter when enough requests match', async () => {
    const log = createRequestLog();
    const waiting = log.waitFor({ filter: { page: 1, status: 200 }, count: 2, signal });
    log.update(log.add(seen), { status: 200 });
    const [first, second] = [log.add({ ...seen, page: 1 }), log.add({ ...seen, page: 1 })];
    log.update(first, { status: 200 });
    log.update(second, { status: 200 });
    expect(await waiting).toEqual([first, second]);
  });

  it('stops waiting when told, with the reason', async () => {
    const controller = new AbortController();
    const waiting = createRequestLog().waitFor({ filter: {}, count: 1, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
