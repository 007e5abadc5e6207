import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleOf, structureOf } from '../../../domain/structure.ts';

const NO_MAPS = { maps: new Set<string>() };

/** Returns the paths of fields with their types. `!` marks fields that every object has. */
function shapeOf(products: unknown[], maps: string[] = []): Record<string, string> {
  const { fields } = structureOf(products, { maps: new Set(maps) });
  return Object.fromEntries(
    [...fields].map(([path, { types, isInAll }]) => [path, `${types.join(' ')}${isInAll ? '!' : ''}`]),
  );
}

describe('structureOf', () => {
  test('names fields by path, with the types of their values', () => {
    const products = [
      {
        id: 'a',
        price: 1,
        tags: ['x', 2],
        till: { children: [{ option: '1g' }, { option: null, price: 2 }] },
      },
      { id: 'b', price: '2', tags: [], till: null },
    ];
    expect(shapeOf(products)).toEqual({
      id: 'string!',
      price: 'number string!',
      tags: 'array!',
      'tags[]': 'number string',
      till: 'object!',
      'till.children': 'array!',
      'till.children[]': 'object',
      'till.children[].option': 'string!',
      'till.children[].price': 'number',
    });
  });

  test('null has no type, and is there', () => {
    expect(shapeOf([{ a: null }, { a: null }])).toEqual({ a: '!' });
  });

  test('keys that are data are one field: by the name of the map, as ids, and as too many', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, place) => [`key ${place}`, 1]));
    const shape = shapeOf(
      [
        {
          effects: { calm: 1, Happy: 2 },
          restrictions: {
            '66c0ffee12345678deadbeef': { type: 'x' },
            '0b7c4a0e-1111-4222-8333-944455566677': {},
          },
          many,
        },
      ],
      ['effects'],
    );
    expect(shape).toMatchObject({
      'effects{}': 'number',
      'restrictions{}': 'object',
      'restrictions{}.type': 'string',
      'many{}': 'number',
    });
    expect(shape).not.toHaveProperty('effects.calm');
    expect(Object.keys(shape).length).toBeLessThan(160);
  });

  test('a payload of any kind stays within its bounds', () => {
    const wide = Array.from({ length: 100 }, (_, product) =>
      Object.fromEntries(
        Array.from({ length: 140 }, (_value, key) => [`k${key}`, { [`${product}x${key}`]: 1 }]),
      ),
    );
    let deep: unknown = 1;
    for (let depth = 0; depth < 10_000; depth += 1) deep = { deep };
    expect(structureOf(wide, NO_MAPS).fields.size).toBeLessThanOrEqual(2_000);
    expect(structureOf([deep], NO_MAPS).fields.size).toBeLessThan(20);
  });

  test('any JSON has a structure that can be stored', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'constructor', 'a.b', '\u0000'),
    );
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value')),
        fc.dictionary(name, tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(json), (products) => {
        const parsed = JSON.parse(JSON.stringify(products)) as unknown[];
        const { fields, products: count } = structureOf(parsed, NO_MAPS);
        expect(count).toBeLessThanOrEqual(parsed.length);
        for (const [path, field] of fields) {
          expect(path.isWellFormed() && !path.includes('\u0000')).toBe(true);
          expect(Object.keys(field.firsts).toSorted()).toEqual(field.types.toSorted());
        }
      }),
    );
  });
});

test('an example is short, valid text, whatever the value', () => {
  expect(exampleOf({ list: [1, 2, 3, 4, 5] })).toBe('{"list":[1,2,3]}');
  expect(exampleOf('x'.repeat(10_000))).toHaveLength(120);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const example = exampleOf(value);
      expect(example.length).toBeLessThanOrEqual(120);
      expect(example.isWellFormed() && !example.includes('\u0000')).toBe(true);
    }),
  );
});
