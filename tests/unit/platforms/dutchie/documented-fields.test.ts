import { expect, test } from 'vitest';
import { compareStructure } from '../../../../domain/drift.ts';
import { structureOf } from '../../../../domain/structure.ts';
import { DOCUMENTED_FIELDS, MAP_FIELDS } from '../../../../platforms/dutchie/documented-fields.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';
import { makeRawProduct } from './make-raw-product.ts';

const known = new Map(DOCUMENTED_FIELDS.map((field) => [field.path, field]));
const driftOf = (products: unknown[]) =>
  compareStructure(known, structureOf(products, { maps: MAP_FIELDS })).drift;

test('each field stands once, with types that JSON has', () => {
  expect(known.size).toBe(DOCUMENTED_FIELDS.length);
  expect(known.size).toBeGreaterThan(400);
  for (const { types } of DOCUMENTED_FIELDS)
    expect(['boolean', 'number', 'string', 'object', 'array']).toEqual(expect.arrayContaining(types));
  expect(known.get('POSMetaData.children[].option')).toEqual({
    path: 'POSMetaData.children[].option',
    types: ['string'],
    presence: 'untold',
  });
});

test('a menu of the documented shape shows no drift', () => {
  const { stores } = generateWorld({ seed: 3, dispensaries: 2, products: 200 });
  for (const store of stores) expect(driftOf(store.menuAt(0).map(({ record }) => record))).toEqual([]);
});

test('a new field, a changed type and a field that is gone are seen in it', () => {
  const { recPrices: _, ...product } = makeRawProduct({ strainType: 4, rating: { stars: 5 } });
  expect(driftOf(Array.from({ length: 25 }, () => product))).toEqual(
    expect.arrayContaining([
      { kind: 'new field', path: 'rating', known: [], found: ['object'], example: '{"stars":5}' },
      { kind: 'type changed', path: 'strainType', known: ['string'], found: ['number'], example: '4' },
      { kind: 'field gone', path: 'recPrices', known: ['array'], found: [], example: null },
    ]),
  );
});

test('restrictions and effects are keyed by data and add no field', () => {
  const sale = { specialRestrictions: { Flower: { discountType: 'x' }, a1: { discountType: 'y' } } };
  const products = [
    makeRawProduct({ effects: { calm: 1, 'Pain-Relief': 2 }, specialData: { saleSpecials: [sale] } }),
  ];
  expect(driftOf(products).filter(({ path }) => /effects|Restrictions/.test(path))).toEqual([]);
});
