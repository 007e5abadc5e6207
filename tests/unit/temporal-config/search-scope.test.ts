import { describe, expect, test } from 'vitest';
import {
  areaOfInput,
  scopeOf,
  searchScope,
  WrongScope,
  type Searched,
} from '../../../temporal-config/search-scope.ts';

describe('searchScope', () => {
  test('states have one area, in whatever order and however often they are named', () => {
    expect(searchScope({ states: ['CA', 'AZ', 'CA'] })).toEqual({ area: 'AZ+CA', states: ['CA', 'AZ'] });
    expect(searchScope({ states: ['AZ'] })).toEqual({ area: 'AZ', states: ['AZ'] });
  });

  test('a city has one area, however it is typed, and is asked for as it was typed', () => {
    const requested = searchScope({ states: ['AZ'], city: 'Lake  Havasu City ' });
    expect(requested).toEqual({
      area: 'AZ/lake havasu city',
      areas: [{ stateCode: 'AZ', city: 'Lake Havasu City' }],
    });
    expect(searchScope({ states: ['AZ', 'AZ'], city: 'LAKE HAVASU CITY' }).area).toBe(requested.area);
  });

  test('cities of one name in two states are two areas', () => {
    expect(searchScope({ states: ['OR'], city: 'Portland' }).area).not.toBe(
      searchScope({ states: ['ME'], city: 'Portland' }).area,
    );
  });

  test.each([
    "Coeur d'Alene",
    'St. Louis',
    'Winston-Salem',
    'Montréal',
    'Truth or Consequences',
    'Saint-Louis-du-Ha! Ha!',
  ])('takes the city %s', (city) =>
    expect(searchScope({ states: ['AZ'], city }).areas).toEqual([{ stateCode: 'AZ', city }]),
  );

  test.each([
    [{ states: [] }, 'A search takes one state at least, got none.'],
    [{ states: [], city: 'Mesa' }, 'The city "Mesa" takes the one state that it is in, got no state.'],
    [
      { states: ['AZ', 'CA'], city: 'Mesa' },
      'The city "Mesa" takes the one state that it is in, got AZ, CA.',
    ],
    [{ states: ['AZ'], city: ' ' }, 'A search takes the name of a city: 1 to 50 letters'],
    [{ states: ['AZ'], city: 'Mesa\u0000' }, 'A search takes the name of a city: 1 to 50 letters'],
    [{ states: ['AZ'], city: 'M'.repeat(51) }, 'A search takes the name of a city: 1 to 50 letters'],
  ])('refuses %o with one word on what is accepted', (wanted, complaint) => {
    expect(() => searchScope(wanted)).toThrow(WrongScope);
    expect(() => searchScope(wanted)).toThrow(complaint);
  });
});

test('without states and a city, the states of discovery are searched, under the name of the schedule’s', () => {
  expect(scopeOf({ states: [] }, ['AZ', 'NV'])).toEqual({ area: 'all', states: ['AZ', 'NV'] });
  expect(() => scopeOf({ states: [], city: 'Mesa' }, ['AZ'])).toThrow(WrongScope);
});

describe('areaOfInput', () => {
  test.each([{ states: ['AZ', 'CA'] }, { states: ['AZ'], city: 'Mesa' }])('leads back from %o', (wanted) => {
    const { area, ...searched } = searchScope(wanted);
    expect(areaOfInput(searched)).toBe(area);
  });

  test.each([
    {},
    { states: 'AZ' },
    { areas: null },
    { areas: [null] },
    { areas: [{ stateCode: 'AZ', city: 7 }] },
    { areas: [{ stateCode: 'AZ', near: { latitude: 33, longitude: -112, miles: 5 } }] },
    { states: ['AZ'], areas: [{ stateCode: 'AZ', city: 'Mesa' }] },
  ])('%o has none', (typed) => expect(areaOfInput(typed as Searched)).toBeNull());
});
