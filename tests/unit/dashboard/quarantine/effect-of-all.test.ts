import { expect, test } from 'vitest';
import { addEffects, NO_EFFECT, shownInCatalog } from '../../../../dashboard/quarantine/effect-of-all.ts';
import type { Waiting } from '../../../../dashboard/quarantine/waiting-rows.ts';

const hour = (number: number): string => new Date(number * 3_600_000).toISOString();

/** Returns a waiting menu whose id is also the hour in which it was fetched. */
function waiting(id: number, known: Partial<Waiting> = {}): Waiting {
  return {
    id,
    dispensary_id: 1,
    dispensary_name: 'Deeply Rooted',
    fetched_at: hour(id),
    earlier_waiting: [],
    suspicion: null,
    current_payload_id: 2,
    current_payload_fetched_at: hour(2),
    ...known,
  };
}

const idsOf = (payloads: readonly Waiting[]) => payloads.map(({ id }) => id);

test('of several menus of a store the newest counts, in whatever order they were selected', () => {
  const payloads = [waiting(5), waiting(7), waiting(6), waiting(4, { dispensary_id: 9 })];
  expect(new Set(idsOf(shownInCatalog(payloads)))).toEqual(new Set([7, 4]));
});

test('a first menu replaces none, and one that a later menu has overtaken is not shown', () => {
  const first = waiting(5, { current_payload_id: null, current_payload_fetched_at: null });
  const late = waiting(6, { dispensary_id: 9, current_payload_fetched_at: hour(8) });
  expect(shownInCatalog([first, late])).toEqual([]);
  // If a later menu has overtaken a store's newest waiting menu, it has also overtaken the store's earlier waiting menus.
  expect(shownInCatalog([{ ...late, id: 5, fetched_at: hour(5) }, late])).toEqual([]);
});

test('effects add up', () => {
  const one = { ...NO_EFFECT, unpriced: 3, outOfStock: 1 };
  const other = { unpriced: 4, repriced: 5, outOfStock: 6, removed: 7, backInStock: 8, added: 9 };
  expect(addEffects(one, other)).toEqual({ ...other, unpriced: 7, outOfStock: 7 });
  expect(addEffects(NO_EFFECT, other)).toEqual(other);
});
