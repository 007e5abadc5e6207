import { expect, it } from 'vitest';
import { withEvents } from '../../../../../sandbox/world/events/store-events.ts';
import { FROM_PASS, happening, idsAt, STORES } from './happening.ts';

const store = STORES[0]!;
const event = { store: store.platformId, seed: 1, fromPass: FROM_PASS, untilPass: null };

it('later events change what earlier ones left', () => {
  const both = withEvents(store, () => [
    { ...event, kind: 'price-rise' },
    { ...event, kind: 'new-tax', fromPass: FROM_PASS + 1 },
  ]);
  const usual = store.menuAt(FROM_PASS + 1);
  const priced = usual.filter(({ truth }) => truth.priceRec !== null);
  const prices = new Map(both.menuAt(FROM_PASS + 1).map(({ id, truth }) => [id, truth.priceRec]));
  expect(priced.length).toBeGreaterThan(100);
  for (const { id, truth } of priced)
    expect(Math.abs((prices.get(id) ?? 0) - truth.priceRec! * 1.08 * 1.1)).toBeLessThan(0.02);
});

it('two events of one kind and seed bring different products', () => {
  const twice = withEvents(store, () => [
    { ...event, kind: 'delivery' },
    { ...event, kind: 'delivery' },
  ]);
  expect(idsAt(twice, FROM_PASS).size).toBe(idsAt(store, FROM_PASS).size + 120);
});

it('an event that is added later is seen from then on', () => {
  const events = [{ ...event, kind: 'price-rise' }];
  const changing = withEvents(store, () => events);
  const one = changing.menuAt(FROM_PASS);
  events.push({ ...event, kind: 'sale-ends' });
  expect(one).toEqual(happening(store, 'price-rise').menuAt(FROM_PASS));
  expect(changing.menuAt(FROM_PASS).every(({ truth }) => !truth.onSpecial)).toBe(true);
});

it('what a delivery brings is as all other products are, whichever event was first', () => {
  const kinds = ['new-menu-id', 'quantities-unreported', 'drops-medical', 'delivery'];
  const changed = withEvents(store, () => kinds.map((kind) => ({ ...event, kind })));
  const { platformId } = changed.profileAt(FROM_PASS);
  const menu = changed.menuAt(FROM_PASS);
  expect(menu).toHaveLength(store.menuAt(FROM_PASS).length + 60);
  for (const { record, truth } of menu) {
    expect(record).toMatchObject({ DispensaryID: platformId, medicalPrices: [] });
    expect(truth.options.every(({ quantity }) => quantity === null)).toBe(true);
  }
});
