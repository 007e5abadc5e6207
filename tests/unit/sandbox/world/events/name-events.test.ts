import { describe, expect, it } from 'vitest';
import { pairsOf, storesFor } from './happening.ts';

describe.each([
  ['brand-renamed', 'brand'],
  ['category-renamed', 'category'],
] as const)('%s', (kind, field) => {
  it('gives one name of the menu a new one, everywhere, and changes nothing else', () => {
    for (const store of storesFor(kind).slice(0, 12)) {
      const pairs = pairsOf(store, kind);
      const renamed = pairs.filter(({ usual, changed }) => usual[field] !== changed[field]);
      const [before, after] = [
        new Set(renamed.map(({ usual }) => usual[field])),
        new Set(renamed.map(({ changed }) => changed[field])),
      ];
      expect([before.size, after.size]).toEqual([1, 1]);
      for (const { usual, changed } of pairs) {
        expect(before.has(changed[field])).toBe(false);
        expect({ ...changed, [field]: usual[field] }).toEqual(usual);
      }
    }
  });

  it('leaves what the products are made of', () => {
    for (const store of storesFor(kind)) {
      const thc = new Map(store.menuAt(3).map(({ id, record }) => [id, record['THCContent']]));
      for (const { entry } of pairsOf(store, kind))
        expect(entry.record['THCContent']).toEqual(thc.get(entry.id));
    }
  });
});

describe('new-photos', () => {
  it('gives every product that has a photo another one, which can be fetched and stays', () => {
    for (const store of storesFor('new-photos')) {
      const later = new Map(
        pairsOf(store, 'new-photos', 1).map(({ changed }) => [changed.id, changed.imageUrl]),
      );
      for (const { usual, changed } of pairsOf(store, 'new-photos')) {
        const hasPhoto = usual.imageUrl !== null;
        expect(changed.imageUrl !== usual.imageUrl).toBe(hasPhoto);
        expect(changed.imageOk).toBe(hasPhoto);
        expect(later.get(changed.id) ?? changed.imageUrl).toBe(changed.imageUrl);
        expect({ ...changed, imageUrl: usual.imageUrl, imageOk: usual.imageOk }).toEqual(usual);
      }
    }
  });
});
