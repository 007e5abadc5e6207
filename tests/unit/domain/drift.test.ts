import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareStructure, type Comparison, type KnownField } from '../../../domain/drift.ts';
import { structureOf } from '../../../domain/structure.ts';

type Known = ReadonlyMap<string, KnownField>;

const compare = (known: Known, products: unknown[]): Comparison =>
  compareStructure(known, structureOf(products, { maps: new Set() }));

const compareSelected = (known: Known, products: unknown[]): Comparison =>
  compareStructure(known, structureOf(products, { maps: new Set() }), { fieldsSelected: true });

function learn(known: Known, products: unknown[], by = compare): Known {
  return new Map([...known, ...by(known, products).learned.map((field) => [field.path, field] as const)]);
}

const many = (product: object, count = 30): object[] => Array.from({ length: count }, () => product);

const known = learn(new Map(), many({ id: 'a', price: 1, till: { sku: 'x' }, note: null }));

describe('compareStructure', () => {
  test('the first payload teaches, and nothing of it is drift', () => {
    expect(compare(new Map(), many({ id: 'a' }))).toEqual({
      drift: [],
      learned: [{ path: 'id', types: ['string'], presence: 'always' }],
    });
  });

  test('a payload like those before is no drift and teaches nothing', () => {
    expect(compare(known, many({ id: 'b', price: 2.5, till: null, note: null }))).toEqual({
      drift: [],
      learned: [],
    });
  });

  test('a new field is told with a value of it', () => {
    const { drift } = compare(
      known,
      many({ id: 'a', price: 1, till: null, note: null, tax: { rate: 0.09 } }),
    );
    expect(drift).toEqual([
      { kind: 'new field', path: 'tax', known: [], found: ['object'], example: '{"rate":0.09}' },
      { kind: 'new field', path: 'tax.rate', known: [], found: ['number'], example: '0.09' },
    ]);
  });

  test('a changed type is told with a value of the new one', () => {
    const products = [...many({ id: 'a', price: 1, till: null, note: null }), { id: 'a', price: '1.00' }];
    expect(compare(known, products).drift).toEqual([
      {
        kind: 'type changed',
        path: 'price',
        known: ['number'],
        found: ['number', 'string'],
        example: '"1.00"',
      },
    ]);
  });

  test('null is no type: what becomes null, and what was always null, has not changed', () => {
    expect(compare(known, many({ id: null, price: null, till: null, note: 'new' })).drift).toEqual([]);
  });

  test('a field that no product has any more is gone, and told once', () => {
    const without = many({ id: 'a', till: { sku: 'x' }, note: null });
    expect(compare(known, without).drift).toEqual([
      { kind: 'field gone', path: 'price', known: ['number'], found: [], example: null },
    ]);
    expect(compare(learn(known, without), without)).toEqual({ drift: [], learned: [] });
  });

  test('a few products without a field do not say that it is gone', () => {
    expect(compare(known, many({ id: 'a' }, 19)).drift).toEqual([]);
  });

  test('what stands below an object that is not there is not missed', () => {
    expect(compare(known, many({ id: 'a', price: 1, till: null, note: null })).drift).toEqual([]);
  });

  test('what some objects lack is never missed afterwards', () => {
    const mixed = [
      ...many({ id: 'a', price: 1, till: null, note: null }),
      { id: 'a', till: null, note: null },
    ];
    const taught = learn(known, mixed);
    expect(taught.get('price')?.presence).toBe('sometimes');
    expect(compare(taught, many({ id: 'a', till: null, note: null })).drift).toEqual([]);
  });

  test('what a query left out is not gone, and is missed as before when a whole record lacks it', () => {
    const selected = [...many({ id: 'a' }), { id: 'a', price: 1 }];
    expect(compareSelected(known, selected)).toEqual({ drift: [], learned: [] });
    const without = many({ id: 'a', till: { sku: 'x' }, note: null });
    expect(compare(learn(known, selected, compareSelected), without).drift).toEqual([
      { kind: 'field gone', path: 'price', known: ['number'], found: [], example: null },
    ]);
  });

  test('a changed type and a new field are told of what a query selected too', () => {
    const { drift } = compareSelected(known, many({ price: '1', tax: 2 }));
    expect(drift.map(({ kind, path }) => `${path}: ${kind}`)).toEqual([
      'price: type changed',
      'tax: new field',
    ]);
  });
});

const json = fc.array(
  fc.dictionary(
    fc.constantFrom('a', 'b', 'c', '', '__proto__', '66c0ffee12345678deadbeef', 'a.b'),
    fc.oneof(fc.jsonValue(), fc.constantFrom(null, 1, 'x', true, [], {}, [{ a: 1 }], { a: { b: null } })),
  ),
  { maxLength: 60 },
);

test('what was learned from a payload leaves no drift in it, and nothing more to learn', () => {
  fc.assert(
    fc.property(json, json, (before, products) => {
      const taught = learn(learn(new Map(), before), products);
      expect(compare(taught, products)).toEqual({ drift: [], learned: [] });
    }),
  );
});

test('types are only ever added', () => {
  fc.assert(
    fc.property(json, json, (before, products) => {
      const first = learn(new Map(), before);
      const second = learn(first, products);
      for (const [path, field] of first)
        expect(second.get(path)?.types).toEqual(expect.arrayContaining(field.types));
    }),
  );
});

test('every difference names a path, a kind and, but for what is gone, an example', () => {
  fc.assert(
    fc.property(json, json, (before, products) => {
      const first = learn(new Map(), before);
      for (const { kind, path, example } of compare(first, products).drift) {
        expect(path).not.toBe('');
        expect(example === null).toBe(kind === 'field gone');
        expect(first.has(path)).toBe(kind !== 'new field');
      }
    }),
  );
});

test('what a query selects teaches types, and never that a field is always there, or gone', () => {
  fc.assert(
    fc.property(json, json, (before, products) => {
      const first = learn(new Map(), before);
      const { drift, learned } = compareSelected(first, products);
      expect(drift.filter(({ kind }) => kind === 'field gone')).toEqual([]);
      for (const { path, presence } of learned) expect(presence).toBe(first.get(path)?.presence ?? 'untold');
    }),
  );
});
