import { describe, expect, test } from 'vitest';
import type { CanonicalProduct } from '../../../../domain/product.ts';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { makeChild, makeRawProduct } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

function normalized(change: Record<string, unknown>): CanonicalProduct {
  const result = normalizeProduct(makeRawProduct(change));
  if (!result.ok) throw new Error(result.reason);
  return result.product;
}

function skipOf(raw: unknown): { id: string | null; reason: string } {
  const result = normalizeProduct(raw);
  if (result.ok) throw new Error('the product was not skipped');
  return { id: result.id, reason: result.reason };
}

describe('options', () => {
  test.each([
    ['N/A, for gear', ['N/A'], ['N/A']],
    ['the old spelling of concentrates', ['1gC', '2gC'], ['1gC', '2gC']],
    ['weights as they are spelled', ['.5g', '0.5g', '28.3g', '1oz'], ['.5g', '0.5g', '28.3g', '1oz']],
    ['an empty entry', [' 1g ', null, ''], ['1g', 'N/A', 'N/A']],
    ['a wrong entry is left out', ['1g', true, '2g'], ['1g', '2g']],
  ])('%s', (_title, given, expected) => {
    expect(normalized({ Options: given }).options.map(({ option }) => option)).toEqual(expected);
  });

  test('where no options are listed, the prices make them', () => {
    expect(normalized({ Options: [], recPrices: [12] }).priceRec).toBe('12.00');
    const { options, priceRec } = normalized({ Options: null, recPrices: [12], medicalPrices: [11, 20] });
    expect(options.map(({ option, rec, med }) => [option, rec, med])).toEqual([
      ['N/A', '12.00', '11.00'],
      ['N/A', null, '20.00'],
    ]);
    expect(priceRec).toBe('12.00');
  });

  test('the quantity of gear is that of its N/A child', () => {
    const gear = {
      Options: ['N/A'],
      POSMetaData: { children: [makeChild('N/A', { quantityAvailable: 6 })] },
    };
    expect(normalized(gear)).toMatchObject({ quantity: 6, options: [{ option: 'N/A', quantity: 6 }] });
  });
});

describe('potency', () => {
  test.each([
    ['null', null, null],
    ['a unit without a range', { unit: 'PERCENTAGE', range: null }, null],
    ['an empty range', { unit: 'PERCENTAGE', range: [] }, null],
    ['one number', { unit: 'PERCENTAGE', range: [24.53] }, [24.53, 24.53, 'PERCENTAGE']],
    ['two numbers', { unit: 'PERCENTAGE', range: [18, 24] }, [18, 24, 'PERCENTAGE']],
    ['a reversed range', { unit: 'PERCENTAGE', range: [24, 18] }, [18, 24, 'PERCENTAGE']],
    ['zero', { unit: 'MILLIGRAMS', range: [0] }, [0, 0, 'MILLIGRAMS']],
    ['milligrams', { unit: 'MILLIGRAMS', range: [1646.6] }, [1646.6, 1646.6, 'MILLIGRAMS']],
    [
      'a milligram total with the wrong label: more than the whole is no percentage',
      { unit: 'PERCENTAGE', range: [492] },
      [492, 492, 'UNKNOWN'],
    ],
    ['a number below zero', { unit: 'PERCENTAGE', range: [-1, 20] }, [20, 20, 'PERCENTAGE']],
    ['null within the range', { unit: 'PERCENTAGE', range: [null, 20] }, [20, 20, 'PERCENTAGE']],
    ['no unit', { range: [20] }, [20, 20, 'PERCENTAGE']],
    ['the text of old records, whose unit is not told', '100', [100, 100, 'UNKNOWN']],
    ['a plain number', 21.5, [21.5, 21.5, 'UNKNOWN']],
    ['text that is no number', 'about 20', null],
    ['a whole list for the content', [20], null],
    ['a number beyond belief', { unit: 'MILLIGRAMS', range: [1e9, 5] }, [5, 5, 'MILLIGRAMS']],
  ])('%s', (_title, content, expected) => {
    const { thc, cbd } = normalized({ THCContent: content, CBDContent: content });
    const potency = expected && { low: expected[0], high: expected[1], unit: expected[2] };
    expect(thc).toEqual(potency);
    expect(cbd).toEqual(potency);
  });
});

describe('images', () => {
  const second = 'https://images.dutchie.com/second';
  test.each([
    ['Image empty: the first of the others', { Image: '', images: [{ url: second, active: true }] }, second],
    [
      'one that is switched off is passed over',
      { Image: null, images: [{ url: 'https://images.dutchie.com/off', active: false }, { url: second }] },
      second,
    ],
    ['none at all', { Image: '', images: [] }, null],
    ['a relative address', { Image: '/images/default-special-card.jpg', images: null }, null],
    ['an image of another form', { Image: 7, images: ['https://images.dutchie.com/x'] }, null],
    [
      'an address that is no web address',
      { Image: 'javascript:alert(1)', images: [{ url: second }] },
      second,
    ],
    ['an image inside its address', { Image: 'data:image/png;base64,AAAA', images: [] }, null],
  ])('%s', (_title, change, expected) => {
    expect(normalized(change).imageUrl).toBe(expected);
  });
});

describe('records of other times and stores', () => {
  test('a record of 2019: no till, potency as text, quantities elsewhere', () => {
    const old = {
      _id: 'kT5sG7hJ9kL1mN3pQ',
      Name: 'Sunset Cake',
      type: 'Flower',
      Options: ['1g', '3.5g'],
      Prices: [12, 38],
      THCContent: '21.5',
      Description: 'old',
      quantities: [{ option: '1g', productID: 'x', quantity: 3 }],
      score: 1.5,
    };
    expect(normalizeProduct(old)).toMatchObject({
      ok: true,
      product: {
        providerProductId: 'kT5sG7hJ9kL1mN3pQ',
        priceRec: '12.00',
        priceMed: null,
        thc: { low: 21.5, high: 21.5, unit: 'UNKNOWN' },
        inStock: true,
        quantity: 3,
        options: [
          { option: '1g', quantity: 3, quantityCapped: false },
          { option: '3.5g', quantity: null },
        ],
      },
      flaws: [],
    });
  });

  test('a record with id and name alone is a product of which nothing else is known', () => {
    expect(normalizeProduct({ id: 'x1', Name: 'Bare' })).toEqual({
      ok: true,
      flaws: [],
      product: {
        providerProductId: 'x1',
        enterpriseProductId: null,
        slug: null,
        nameRaw: 'Bare',
        name: 'Bare',
        brandId: null,
        brandNameRaw: null,
        brandName: null,
        brandDescription: null,
        brandImageUrl: null,
        category: null,
        subcategory: null,
        strainType: null,
        priceRec: null,
        priceMed: null,
        priceOption: null,
        specialRec: null,
        specialMed: null,
        onSpecial: false,
        specials: [],
        status: null,
        inStock: true,
        quantity: null,
        quantityCapped: false,
        medicalOnly: false,
        recOnly: false,
        thc: null,
        cbd: null,
        cannabinoids: [],
        imageUrl: null,
        imageUrls: [],
        createdAt: null,
        updatedAt: null,
        options: [],
      },
    });
  });

  test('an empty id gives way to the other one', () => {
    expect(normalized({ id: '', _id: 'b2' }).providerProductId).toBe('b2');
  });
});

describe('a product is skipped', () => {
  test.each([
    ['without an id', makeRawProduct({ id: null, _id: undefined }), null, /there is no id/],
    ['with empty ids', makeRawProduct({ id: '', _id: '' }), null, /there is no id/],
    ['with an id that is a number', makeRawProduct({ id: 7, _id: null }), null, /there is no id/],
    [
      'with an id too long for an index',
      makeRawProduct({ id: 'a'.repeat(201) }),
      'a'.repeat(100),
      /the id is longer than 200 characters/,
    ],
    [
      'without a name',
      makeRawProduct({ Name: undefined }),
      '66c0ffee12345678deadbeef',
      /Name: expected text, got nothing/,
    ],
    [
      'with a name of white space',
      makeRawProduct({ Name: ' \t' }),
      '66c0ffee12345678deadbeef',
      /the name is empty/,
    ],
    [
      'with a name of one NUL',
      makeRawProduct({ Name: '\u0000' }),
      '66c0ffee12345678deadbeef',
      /the name is empty/,
    ],
    ['that is null', null, null, /expected an object, got null/],
    ['that is text', 'Copper Canyon', null, /expected an object, got "Copper Canyon"/],
    ['that is a list', [], null, /expected an object, got a list/],
  ])('%s, with its id and the reason', (...[, raw, id, reason]) => {
    expect(skipOf(raw)).toEqual({ id, reason: expect.stringMatching(reason) });
  });

  test('its id is told in a form that the ledger can keep', () => {
    expect(skipOf({ id: 'a\u0000b\ud83c', Name: '' }).id).toBe('ab\ufffd');
  });
});

describe('a menu with milligrams under the label of a percentage', () => {
  const edible = (id: string, thc: object) =>
    makeRawProduct({
      id,
      type: 'Edible',
      THCContent: thc,
      CBDContent: { unit: 'PERCENTAGE', range: [0] },
      cannabinoidsV2: [{ value: 0.2, unit: 'PERCENTAGE', cannabinoid: { name: 'CBN' } }],
    });
  const labelled = Array.from({ length: 30 }, (_, place) =>
    edible(`labelled-${place}`, { unit: 'MILLIGRAMS', range: [100] }),
  );
  const mislabelled = edible('mislabelled', { unit: 'PERCENTAGE', range: [492] });
  const unitsOf = (raw: unknown) => {
    const result = normalizerOf([...labelled, mislabelled])(raw);
    if (!result.ok) throw new Error(result.reason);
    const { thc, cannabinoids } = result.product;
    return [thc?.unit, cannabinoids[0]?.unit];
  };

  test('reads them as milligrams', () => {
    expect(unitsOf(mislabelled)).toEqual(['MILLIGRAMS', 'MILLIGRAMS']);
  });

  test('leaves the percentages of products that label their milligrams', () => {
    expect(unitsOf(labelled[0])).toEqual(['MILLIGRAMS', 'PERCENTAGE']);
  });
});

test('a range of more numbers than a call takes is read', () => {
  const { thc } = normalized({
    THCContent: { unit: 'PERCENTAGE', range: Array.from({ length: 200_000 }, () => 20) },
  });
  expect(thc).toEqual({ low: 20, high: 20, unit: 'PERCENTAGE' });
});
