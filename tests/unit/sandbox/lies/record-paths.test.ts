import { describe, expect, it } from 'vitest';
import { GONE, editParts, partsAt, renameKeys } from '../../../../sandbox/lies/record-paths.ts';

const record = { name: 'a', sizes: [{ price: 1, left: 5 }, { price: 2 }], till: null };

describe('the parts of a record', () => {
  it('are those that the paths name, in order', () => {
    expect(partsAt(record, ['sizes.*.price', 'name'])).toEqual([1, 2, 'a']);
    expect(partsAt(record, ['till', ''])).toEqual([null, record]);
  });

  it('are none where a path leads nowhere', () => {
    expect(partsAt(record, ['other', 'till.children.*', 'name.*', 'sizes.price'])).toEqual([]);
  });

  it('are replaced, with a number that counts them, and the given record stays as it is', () => {
    const before = structuredClone(record);
    expect(editParts(record, ['sizes.*.price', 'name'], (value, at) => [value, at])).toEqual({
      name: ['a', 2],
      sizes: [{ price: [1, 0], left: 5 }, { price: [2, 1] }],
      till: null,
    });
    expect(record).toEqual(before);
  });

  it('are taken out when they are gone', () => {
    expect(editParts(record, ['till', 'sizes.*.left'], () => GONE)).toEqual({
      name: 'a',
      sizes: [{ price: 1 }, { price: 2 }],
    });
    expect(editParts(record, ['sizes.*'], () => GONE)).toEqual({ ...record, sizes: [] });
  });

  it('get other keys', () => {
    expect(renameKeys(record, ['name', 'sizes.*.price'], (key) => `${key}_2`)).toEqual({
      name_2: 'a',
      sizes: [{ price_2: 1, left: 5 }, { price_2: 2 }],
      till: null,
    });
  });
});
