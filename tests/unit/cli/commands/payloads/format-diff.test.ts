import { expect, test } from 'vitest';
import type { Schemas } from '../../../../../api-client/create-api-client.ts';
import { formatDiff } from '../../../../../cli/commands/payloads/format-diff.ts';

const payload = (id: number) => ({ id, fetchedAt: '2026-01-31T08:00:00.123Z', productCount: 2 });
const stock = (providerProductId: string, name: string) => ({
  providerProductId,
  name,
  option: '1g',
  nth: 0,
  from: { quantity: 17, quantityCapped: false },
  to: { quantity: 7, quantityCapped: false },
});

test('products are named, and those of the same name with the id that tells them apart', () => {
  const text = formatDiff({
    from: payload(41),
    to: payload(57),
    diff: { added: 1, removed: 0, priceChanges: 0, stockChanges: 2 },
    details: {
      added: [{ providerProductId: 'a1', name: 'Blue Dream' }],
      removed: [],
      priceChanges: [],
      stockChanges: [stock('a2', 'Blue Dream'), stock('b1', 'Lemon Staircase')],
    },
  } as unknown as Schemas['PayloadDiff']);
  expect(text).toBe(
    [
      'from payload 41, fetched 2026-01-31T08:00:00Z, products: 2',
      'to   payload 57, fetched 2026-01-31T08:00:00Z, products: 2',
      'added    Blue Dream (a1)',
      'stock    Blue Dream (a2), 1g: 17 → 7',
      'stock    Lemon Staircase, 1g: 17 → 7',
      'added: 1, removed: 0, price changes: 0, stock changes: 2',
      '',
    ].join('\n'),
  );
});
