import { describe, expect, it } from 'vitest';
import { createFaults } from '../../../../sandbox/storefront/faults.ts';
import type { LoggedRequest } from '../../../../sandbox/storefront/request-log.ts';

const here = new AbortController().signal;
const status = { type: 'status', status: 429 } as const;

function request(change: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    n: 1,
    at: '',
    method: 'GET',
    host: 'dutchie.sandbox.test',
    path: '/api-3/graphql',
    operation: 'FilteredProducts',
    dispensaryId: 'd1',
    page: 0,
    order: null,
    exitAddress: '203.0.113.11',
    userAgent: 'Chrome/131',
    status: null,
    endedAt: null,
    held: false,
    faults: [],
    ...change,
  };
}

describe('fault rules', () => {
  it('strike only what matches in every part that is named', async () => {
    const faults = createFaults(() => {});
    faults.add([
      {
        match: { operation: 'FilteredProducts', page: 1, userAgent: 'Chrome', pathPrefix: '/api-' },
        action: status,
      },
    ]);
    expect(await faults.strike(request(), here)).toBeNull();
    expect(await faults.strike(request({ page: 1 }), here)).toEqual(status);
    expect(await faults.strike(request({ page: 1, userAgent: 'Firefox' }), here)).toBeNull();
  });

  it('let the first matches pass and stop after their times', async () => {
    const faults = createFaults(() => {});
    faults.add([{ match: {}, after: 1, times: 2, action: status }]);
    const verdicts = [];
    for (let round = 0; round < 5; round++) verdicts.push(await faults.strike(request(), here));
    expect(verdicts).toEqual([null, status, status, null, null]);
  });

  it('are used up by requests that come at once', async () => {
    const faults = createFaults(() => {});
    faults.add([{ match: {}, times: 1, action: status }]);
    const verdicts = await Promise.all([faults.strike(request(), here), faults.strike(request(), here)]);
    expect(verdicts).toEqual([status, null]);
  });

  it('hold a request until it is released, then go on to the next rule', async () => {
    const marks: boolean[] = [];
    const faults = createFaults((_, held) => marks.push(held));
    faults.add([
      { match: {}, action: { type: 'hold' } },
      { match: {}, action: status },
    ]);
    const struck = faults.strike(request(), here);
    expect(marks).toEqual([true]);
    expect(faults.release()).toBe(1);
    expect(await struck).toEqual(status);
    expect(marks).toEqual([true, false]);
  });

  it('forget a held request whose client went away', async () => {
    const faults = createFaults(() => {});
    faults.add([{ match: {}, action: { type: 'hold' } }]);
    const client = new AbortController();
    const struck = faults.strike(request(), client.signal);
    client.abort();
    await struck;
    expect(faults.release()).toBe(0);
  });

  it('release what they hold when they are cleared', async () => {
    const faults = createFaults(() => {});
    faults.add([{ match: {}, action: { type: 'hold' } }]);
    const struck = faults.strike(request(), here);
    faults.clear();
    expect(await struck).toBeNull();
    expect(faults.count()).toBe(0);
  });

  it('write their ids on the request that they touched', async () => {
    const faults = createFaults(() => {});
    const [, second] = faults.add([
      { match: { page: 9 }, action: status },
      { match: {}, action: status },
    ]);
    const touched = request();
    await faults.strike(touched, here);
    expect(touched.faults).toEqual([second]);
  });
});
