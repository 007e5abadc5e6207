import { describe, expect, it } from 'vitest';
import { parseOptionSize } from '../../../../../domain/option-size.ts';
import { FROM_PASS, happening, idsAt, pairsOf, REST_STORES, STORES, storesFor } from './happening.ts';

describe('options-renamed', () => {
  const options = storesFor('options-renamed').flatMap((store) =>
    pairsOf(store, 'options-renamed').flatMap(({ usual, changed }) =>
      usual.options.map((option, at) => ({ usual: option, changed: changed.options[at]! })),
    ),
  );

  it('spells every option in another way, and changes nothing else of it', () => {
    for (const { usual, changed } of options) {
      expect(changed.option).not.toBe(usual.option);
      expect({ ...changed, option: usual.option }).toEqual(usual);
    }
    const spellings = new Map(options.map(({ usual, changed }) => [usual.option, changed.option]));
    expect(Object.fromEntries(spellings)).toMatchObject({ '1/8oz': '3.5g', '3.5g': '1/8oz', '1g': '1g ea' });
  });

  it('means the same size where the new label says one', () => {
    const sizes = options.flatMap(({ usual, changed }) => {
      const [size, read] = [parseOptionSize(usual.option), parseOptionSize(changed.option)];
      return read ? [{ size, read }] : [];
    });
    expect(sizes.length).toBeGreaterThan(100);
    for (const { size, read } of sizes) {
      expect(read.unit).toBe(size?.unit);
      // Some labels count an ounce as 28.3 grams, others as 28 grams.
      expect(Math.abs(read.amount - size!.amount)).toBeLessThan(0.31);
    }
  });

  it('never gives two options of a product one name', () => {
    for (const store of storesFor('options-renamed'))
      for (const { changed } of pairsOf(store, 'options-renamed'))
        expect(new Set(changed.options.map(({ option }) => option)).size).toBe(changed.options.length);
  });
});

describe('new-product-ids', () => {
  it('gives every product an id that it keeps, and changes nothing else', () => {
    for (const store of STORES) {
      const changed = happening(store, 'new-product-ids');
      const [usualMenu, menu] = [store.menuAt(FROM_PASS), changed.menuAt(FROM_PASS)];
      expect(menu.map(({ truth, record }) => ({ ...truth, id: '', thc: record['THCContent'] }))).toEqual(
        usualMenu.map(({ truth, record }) => ({ ...truth, id: '', thc: record['THCContent'] })),
      );
      expect(idsAt(changed, FROM_PASS).intersection(idsAt(store, FROM_PASS)).size).toBe(0);
      expect(menu.every(({ id, record }) => record['_id'] === id)).toBe(true);
      const nameById = new Map(menu.map(({ id, name }) => [id, name]));
      for (const { id, name } of changed.menuAt(FROM_PASS + 1)) expect(nameById.get(id) ?? name).toBe(name);
    }
  });
});

describe('new-menu-id', () => {
  it.each([
    ['dutchie', STORES, /^[0-9a-f]{24}$/],
    ['blaze', REST_STORES, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ] as const)(
    'gives a store of %s another id in the form of its platform, and its products too',
    (_, stores, form) => {
      for (const store of stores) {
        const changed = happening(store, 'new-menu-id');
        const [before, after] = [changed.profileAt(FROM_PASS - 1), changed.profileAt(FROM_PASS)];
        expect(after.platformId).not.toBe(before.platformId);
        expect(after.platformId).toMatch(form);
        expect({ ...after, platformId: '' }).toEqual({ ...store.profileAt(FROM_PASS), platformId: '' });
        expect(changed.profileAt(FROM_PASS + 1).platformId).toBe(after.platformId);
        expect(idsAt(changed, FROM_PASS).intersection(idsAt(store, FROM_PASS)).size).toBe(0);
      }
    },
  );

  it('has the new id in every product', () => {
    const changed = happening(STORES[0]!, 'new-menu-id');
    const ids = changed.menuAt(FROM_PASS).map(({ record }) => record['DispensaryID']);
    expect(new Set(ids)).toEqual(new Set([changed.profileAt(FROM_PASS).platformId]));
  });
});
