import { describe, expect, test } from 'vitest';
import { keepByCost, shareReading } from '../../../reports/share-reading.ts';

describe('shareReading', () => {
  test('who asks during a reading gets the next one, all of them the same', async () => {
    const gates: PromiseWithResolvers<number>[] = [];
    const ask = shareReading(() => {
      const gate = Promise.withResolvers<number>();
      gates.push(gate);
      return gate.promise;
    });
    const first = ask();
    const others = [ask(), ask(), ask()];
    expect(gates).toHaveLength(1);
    gates[0]!.resolve(1);
    expect(await first).toBe(1);
    await Promise.resolve();
    expect(gates).toHaveLength(2);
    gates[1]!.resolve(2);
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
  });

  test('a reading that fails is for those who waited for it; the next one asks anew', async () => {
    let readings = 0;
    const ask = shareReading(async () => {
      readings += 1;
      if (readings === 1) throw new Error('away');
      return readings;
    });
    const [first, second] = await Promise.allSettled([ask(), ask()]);
    expect([first, second]).toEqual([
      expect.objectContaining({ status: 'rejected' }),
      { status: 'fulfilled', value: 2 },
    ]);
    expect(await ask()).toBe(3);
  });
});

test('what was read for another key is not given', async () => {
  const read = keepByCost(async (key) => ({ key }));
  expect(await read(1)).toEqual({ key: 1 });
  expect(await read(2)).toEqual({ key: 2 });
});
