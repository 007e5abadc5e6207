import { expect, test } from 'vitest';
import { alikeOf, findAlike } from '../../../../dashboard/quarantine/alike-rows.ts';
import type { WaitingRow } from '../../../../dashboard/quarantine/waiting-rows.ts';

const row = (
  id: number,
  fault: string | null,
  { store = id, platform = 'dutchie', direction = null as string | null } = {},
): WaitingRow =>
  ({
    payload: { id, dispensary_id: store, platform, suspicion: fault === null ? null : { fault, direction } },
    again: [],
  }) as unknown as WaitingRow;

test('three stores of a platform that one rule doubts are alike, those of most stores first', () => {
  const rows = [
    ...[1, 2, 3].map((id) => row(id, 'shrunk')),
    ...[4, 5, 6, 7].map((id) => row(id, 'unpriced')),
    row(8, 'shrunk', { platform: 'jane' }),
  ];
  expect(findAlike(rows)).toEqual([
    { platform: 'dutchie', fault: 'unpriced', direction: null, stores: 4, ids: ['4', '5', '6', '7'] },
    { platform: 'dutchie', fault: 'shrunk', direction: null, stores: 3, ids: ['1', '2', '3'] },
  ]);
});

test('two stores, one store thrice, and menus without a reason are no common cause', () => {
  const rows = [row(1, 'shrunk'), row(2, 'shrunk', { store: 1 }), row(3, 'shrunk')];
  expect(findAlike([...rows, ...[4, 5, 6].map((id) => row(id, null))])).toEqual([]);
});

test('prices that went up and their way back down are two groups, and a payload is in that of its direction', () => {
  const up = [1, 2, 3, 4].map((id) => row(id, 'repriced', { direction: 'up' }));
  const down = [5, 6, 7].map((id) => row(id, 'repriced', { direction: 'down' }));
  const alike = findAlike([...down, ...up]);
  expect(alike.map(({ direction, stores }) => [direction, stores])).toEqual([
    ['up', 4],
    ['down', 3],
  ]);
  expect(alikeOf(alike, down[0]!.payload)).toBe(alike[1]);
  expect(alikeOf(alike, row(8, 'shrunk').payload)).toBe(undefined);
});
