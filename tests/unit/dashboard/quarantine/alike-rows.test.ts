import { expect, test } from 'vitest';
import { findAlike } from '../../../../dashboard/quarantine/alike-rows.ts';
import type { WaitingRow } from '../../../../dashboard/quarantine/waiting-rows.ts';

const row = (id: number, fault: string | null, { store = id, platform = 'dutchie' } = {}): WaitingRow =>
  ({
    payload: { id, dispensary_id: store, platform, suspicion: fault === null ? null : { fault } },
    again: [],
  }) as unknown as WaitingRow;

test('three stores of a platform that one rule doubts are alike, those of most stores first', () => {
  const rows = [
    ...[1, 2, 3].map((id) => row(id, 'shrunk')),
    ...[4, 5, 6, 7].map((id) => row(id, 'unpriced')),
    row(8, 'shrunk', { platform: 'jane' }),
  ];
  expect(findAlike(rows)).toEqual([
    { platform: 'dutchie', fault: 'unpriced', stores: 4, ids: ['4', '5', '6', '7'] },
    { platform: 'dutchie', fault: 'shrunk', stores: 3, ids: ['1', '2', '3'] },
  ]);
});

test('two stores, one store thrice, and menus without a reason are no common cause', () => {
  const rows = [row(1, 'shrunk'), row(2, 'shrunk', { store: 1 }), row(3, 'shrunk')];
  expect(findAlike([...rows, ...[4, 5, 6].map((id) => row(id, null))])).toEqual([]);
});
