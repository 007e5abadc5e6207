import { expect, test } from 'vitest';
import { countChanges } from '../../../../dashboard/quarantine/count-changes.ts';
import {
  formatBelieved,
  choicesOf,
  formatRejected,
} from '../../../../dashboard/quarantine/describe-decision.ts';

const NONE = countChanges({ added: [], removed: [], priceChanges: [], stockChanges: [] });
const DOUBTED = {
  current_payload_id: 3,
  current_payload_fetched_at: '2026-01-10T06:00:00Z',
  fetched_at: '2026-01-11T06:00:00Z',
  product_count: 139,
};

test('what believing a menu does is said in numbers, what goes first', () => {
  const changes = { ...NONE, repriced: 135, unpriced: 133, removed: ['a'], added: ['b', 'c'] };
  const missed = { outOfStock: ['d'], again: [], until: 3, note: null };
  expect(formatBelieved(DOUBTED, changes, missed)).toBe(
    'The menu is ingested: 133 products lose their price, 2 products change their price, 1 product goes out of stock, 1 product is gone from the menu and 2 products are new.',
  );
  expect(formatBelieved(DOUBTED, NONE)).toBe(
    'The menu is ingested: no product goes, comes or changes its price.',
  );
  expect(formatBelieved(DOUBTED)).toBe('The menu is ingested, and the catalog shows it.');
});

test('a first menu is all new, and one that a later one has overtaken changes nothing', () => {
  expect(formatBelieved({ ...DOUBTED, current_payload_id: null })).toBe(
    'The menu is ingested: 139 products, all new.',
  );
  const late = { ...DOUBTED, current_payload_fetched_at: '2026-01-12T06:00:00Z' };
  expect(formatBelieved(late, { ...NONE, added: ['a'] })).toContain('The catalog keeps the later menu.');
});

test('rejecting says which menu stays', () => {
  expect(formatRejected(DOUBTED)).toContain('The catalog keeps the previous menu (payload 3).');
  expect(formatRejected({ ...DOUBTED, current_payload_id: null })).toContain('still has no menu');
});

test('what is decided cannot be decided once more, unless its ingest did not end', () => {
  const at = '2026-01-11T06:00:00Z';
  expect(choicesOf({ verdict: 'suspect', ingested_at: null })).toEqual(['confirm', 'reject']);
  expect(choicesOf({ verdict: 'confirmed', ingested_at: null })).toEqual(['confirm']);
  expect(choicesOf({ verdict: 'confirmed', ingested_at: at })).toEqual([]);
  expect(choicesOf({ verdict: 'rejected', ingested_at: null })).toEqual([]);
  expect(choicesOf({ verdict: 'accepted', ingested_at: at })).toEqual([]);
});
