import { describe, expect, test } from 'vitest';
import { parseStores } from '../../../../platforms/blaze/parse-stores.ts';

const ORIGIN = 'https://shops.test';

function makeStore(
  change: Record<string, unknown> = {},
  id: unknown = '0F0E0D0C-0b0a-4908-8706-050403020100',
): Record<string, unknown> {
  return {
    type: 'stores',
    id,
    attributes: {
      name: ' Copper Fern ',
      slug: 'copper-fern',
      status: 'OPEN',
      phone_number: '555-0100',
      time_zone: 'America/Phoenix',
      address: {
        street: '12 E Mill St',
        city: 'Tempe',
        state: 'az',
        postal_code: '85281',
        country: 'US',
        latitude: 33.4,
        longitude: -111.9,
      },
      ...change,
    },
  };
}

describe('parseStores', () => {
  test('reads all that discovery keeps', () => {
    expect(parseStores({ data: [makeStore()], meta: { total_count: 1 } }, ORIGIN)).toEqual([
      {
        platformDispensaryId: '0f0e0d0c-0b0a-4908-8706-050403020100',
        name: 'Copper Fern',
        slug: 'copper-fern',
        menuUrl: 'https://shops.test/stores/copper-fern',
        address: '12 E Mill St',
        city: 'Tempe',
        stateCode: 'AZ',
        postalCode: '85281',
        country: 'US',
        latitude: 33.4,
        longitude: -111.9,
        timeZone: 'America/Phoenix',
        phone: '555-0100',
        status: 'open',
      },
    ]);
  });

  test('is empty for an unknown store', () => {
    expect(parseStores({ data: [], meta: { total_count: 0 } }, ORIGIN)).toEqual([]);
  });

  test('takes odd fields for absent ones', () => {
    const [store] = parseStores({ data: [makeStore({ address: 7, status: 1, time_zone: '' })] }, ORIGIN);
    expect(store).toMatchObject({
      city: null,
      stateCode: null,
      latitude: null,
      status: null,
      timeZone: null,
    });
  });

  test.each([
    ['no UUID', makeStore({}, 'copper-fern')],
    ['no id', makeStore({}, null)],
    ['no name', makeStore({ name: ' ' })],
    ['no slug', makeStore({ slug: null })],
    ['dots for a slug', makeStore({ slug: '..' })],
    ['no attributes', { id: '0f0e0d0c-0b0a-4908-8706-050403020100' }],
  ])('leaves out a store with %s', (_, store) => {
    expect(parseStores({ data: [store, makeStore()] }, ORIGIN)).toHaveLength(1);
  });

  test('refuses an answer that holds only a part of the stores: the others would count as gone', () => {
    expect(() => parseStores({ data: [makeStore()], meta: { total_count: 501 } }, ORIGIN)).toThrow(
      'stores: the answer has only 1 of 501 stores; search a smaller area',
    );
  });
});
