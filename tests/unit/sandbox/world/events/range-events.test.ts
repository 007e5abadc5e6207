import { describe, expect, it } from 'vitest';
import { FROM_PASS, happening, idsAt, storesFor } from './happening.ts';

const LARGE = 40;

function changesOf(kind: string, pass = FROM_PASS) {
  return storesFor(kind).map((store) => {
    const [usual, changed] = [idsAt(store, pass), idsAt(happening(store, kind), pass)];
    return { usual, changed, kept: usual.intersection(changed), added: changed.difference(usual) };
  });
}

describe.each(['half-leaves', 'small-shop-halves'])('%s', (kind) => {
  it('takes about half of the products away and adds none', () => {
    for (const { usual, changed, kept } of changesOf(kind)) {
      expect(kept).toEqual(changed);
      expect(changed.size / usual.size).toBeGreaterThan(usual.size > LARGE ? 0.4 : 0.2);
      expect(changed.size / usual.size).toBeLessThan(usual.size > LARGE ? 0.6 : 0.8);
    }
  });

  it('takes the same half away in every pass, and another one with another seed', () => {
    for (const store of storesFor(kind)) {
      const gone = (seed: number) =>
        [0, 1, 2, 3].map((age) =>
          idsAt(store, FROM_PASS + age).difference(idsAt(happening(store, kind, { seed }), FROM_PASS + age)),
        );
      const [first, ...later] = gone(1);
      const stayed = idsAt(happening(store, kind), FROM_PASS);
      for (const ids of later) expect(ids.intersection(stayed).size).toBe(0);
      // On a small menu, two seeds may choose the same half of the products.
      expect(
        store.menuAt(FROM_PASS).length <= LARGE || gone(2)[0]!.symmetricDifference(first!).size > 0,
      ).toBe(true);
    }
  });
});

it('small shops have fewer than 20 products', () => {
  const sizes = storesFor('small-shop-halves').map((store) => store.menuAt(FROM_PASS - 1).length);
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(20);
});

describe('delivery', () => {
  it('adds 60 products that stay, to all that there are', () => {
    for (const age of [0, 5]) {
      for (const { usual, kept, added } of changesOf('delivery', FROM_PASS + age)) {
        expect(kept).toEqual(usual);
        expect(added.size).toBe(60);
      }
    }
    const [first, later] = [0, 5].map((age) => changesOf('delivery', FROM_PASS + age)[0]!.added);
    expect(later).toEqual(first);
  });

  it('brings other products the second time', () => {
    const [store] = storesFor('delivery');
    const added = (seed: number) =>
      idsAt(happening(store!, 'delivery', { seed }), FROM_PASS).difference(idsAt(store!, FROM_PASS));
    expect(added(1).intersection(added(2)).size).toBe(0);
  });
});

describe('seasonal-exchange', () => {
  it('exchanges a third of the products', () => {
    for (const { usual, kept, added } of changesOf('seasonal-exchange')) {
      if (usual.size < LARGE) continue;
      expect(kept.size / usual.size).toBeGreaterThan(0.55);
      expect(kept.size / usual.size).toBeLessThan(0.75);
      expect(added.size / usual.size).toBeGreaterThan(0.25);
      expect(added.size / usual.size).toBeLessThan(0.45);
    }
  });
});
