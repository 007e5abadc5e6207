import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStores } from '../../../../platforms/dutchie/parse-stores.ts';
import { expectStorable } from './expect-storable.ts';

const ORIGIN = 'https://dutchie.com';

const RAW_STORE = {
  id: '65a1b2c3d4e5f60718293a4b',
  name: ' Desert Bloom Phoenix ',
  cName: 'desert-bloom-phoenix',
  status: 'Open',
  address: '12 E Camelback Rd, Phoenix, AZ 85012',
  phone: '+16025550100',
  timezone: 'America/Phoenix',
  embeddedMenuUrl: 'https://dutchie.com/embedded-menu/desert-bloom-phoenix',
  location: {
    ln1: '12 E Camelback Rd',
    ln2: '',
    city: 'Phoenix',
    state: 'AZ',
    zipcode: '85012',
    country: 'United States',
    geometry: { coordinates: [-112.07, 33.5] },
  },
  __typename: 'Dispensaries',
};

function parse(...stores: unknown[]) {
  return parseStores({ data: { filteredDispensaries: stores } }, ORIGIN);
}

describe('parseStores', () => {
  test('reads a store: name trimmed, status in lower case, longitude before latitude', () => {
    expect(parse(RAW_STORE)).toEqual([
      {
        platformDispensaryId: '65a1b2c3d4e5f60718293a4b',
        name: 'Desert Bloom Phoenix',
        slug: 'desert-bloom-phoenix',
        menuUrl: 'https://dutchie.com/embedded-menu/desert-bloom-phoenix',
        address: '12 E Camelback Rd, Phoenix, AZ 85012',
        city: 'Phoenix',
        stateCode: 'AZ',
        postalCode: '85012',
        country: 'United States',
        latitude: 33.5,
        longitude: -112.07,
        timeZone: 'America/Phoenix',
        phone: '+16025550100',
        status: 'open',
      },
    ]);
  });

  test('an unknown slug is answered with an empty list', () => {
    expect(parse()).toEqual([]);
  });

  test('of a store that tells only id, name and slug, all else is unknown', () => {
    const bare = { id: 'aB3dE5gH7jK9mN1pQ', name: 'Bare', cName: 'bare' };
    expect(parse(bare)).toEqual([
      {
        platformDispensaryId: 'aB3dE5gH7jK9mN1pQ',
        name: 'Bare',
        slug: 'bare',
        menuUrl: 'https://dutchie.com/embedded-menu/bare',
        address: null,
        city: null,
        stateCode: null,
        postalCode: null,
        country: null,
        latitude: null,
        longitude: null,
        timeZone: null,
        phone: null,
        status: null,
      },
    ]);
  });

  test.each([
    ['no address takes the first line of the location', { address: '' }, { address: '12 E Camelback Rd' }],
    ['no location', { location: null }, { city: null, stateCode: null, latitude: null }],
    ['a location of another form', { location: 'Phoenix' }, { city: null, stateCode: null }],
    ['a phone that is a number', { phone: 6025550100 }, { phone: null, city: 'Phoenix' }],
    ['white space for a time zone', { timezone: '  ' }, { timeZone: null }],
    ['a NUL in the name', { name: 'Desert\u0000 Bloom' }, { name: 'Desert Bloom' }],
    [
      'half a surrogate pair in the slug',
      { cName: 'bloom-\ud83c' },
      { slug: 'bloom-\ufffd', menuUrl: 'https://dutchie.com/embedded-menu/bloom-%EF%BF%BD' },
    ],
  ])('%s', (_title, change, expected) => {
    expect(parse({ ...RAW_STORE, ...change })[0]).toMatchObject(expected);
  });

  test.each([
    ['az', 'AZ'],
    ['Arizona', 'AZ'],
    ['new  mexico', 'NM'],
    ['Sonora', null],
    ['', null],
    [null, null],
    [4, null],
  ])('the state %j is the code %j', (state, stateCode) => {
    expect(parse({ ...RAW_STORE, location: { ...RAW_STORE.location, state } })[0]).toMatchObject({
      stateCode,
      city: 'Phoenix',
    });
  });

  test.each([[null], [{}], [{ coordinates: [] }], [{ coordinates: ['-112', '33'] }]])(
    'coordinates in %j are unknown, and cost nothing else',
    (geometry) => {
      expect(parse({ ...RAW_STORE, location: { ...RAW_STORE.location, geometry } })[0]).toMatchObject({
        latitude: null,
        longitude: null,
        city: 'Phoenix',
      });
    },
  );

  test.each([
    ['no id', { id: undefined }],
    ['the id null', { id: null }],
    ['an empty name', { name: '' }],
    ['a name of white space', { name: '  ' }],
    ['no slug', { cName: undefined }],
  ])('a store with %s is left out, the others stay', (_title, change) => {
    const stores = parse({ ...RAW_STORE, ...change }, null, 'store', { ...RAW_STORE, id: 'other' });
    expect(stores.map(({ platformDispensaryId }) => platformDispensaryId)).toEqual(['other']);
  });

  test.each([
    [{ data: { filteredDispensaries: null } }],
    [{ data: { filteredDispensaries: RAW_STORE } }],
    [{ data: {} }],
  ])('%j is another form than known', (answer) => {
    expect(() => parseStores(answer, ORIGIN)).toThrow(expect.objectContaining({ complaint: 'form' }));
  });

  test('stores of any content become stores that can be kept, or none', () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 });
    const field = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text);
    const store = fc.record(
      { id: text, name: text, cName: text, status: field, address: field, phone: field, location: field },
      { requiredKeys: ['id', 'name', 'cName'] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(store, fc.jsonValue())), (stores) => {
        for (const parsed of parse(...stores)) {
          expectStorable(parsed);
          expect(parsed.name).toMatch(/\S/);
          expect(URL.canParse(parsed.menuUrl)).toBe(true);
        }
      }),
    );
  });
});
