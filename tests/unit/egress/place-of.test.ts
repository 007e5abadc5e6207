import { expect, test } from 'vitest';
import { placeOf } from '../../../egress/place-of.ts';

test.each([
  ['https://store.test/graphql?key=abc#part', 'store.test "/graphql"'],
  ['https://ada:word@store.test:8443/menu/desert-bloom', 'store.test:8443 "/menu/desert-bloom"'],
  ['https://store.test/v1/9f86d081884c7d659a2feaa0c55ad015/menu', 'store.test "/v1/***/menu"'],
  ['https://store.test/hook/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', 'store.test "/hook/***"'],
  [
    'https://store.test/s/0199c6f2-5a1b-7000-8000-000000000001',
    'store.test "/s/0199c6f2-5a1b-7000-8000-000000000001"',
  ],
  [
    'https://store.test/menus/a-store-with-a-very-long-name',
    'store.test "/menus/a-store-with-a-very-long-name"',
  ],
  ['https://store.test/a%22b', 'store.test "/a%22b"'],
  ['', 'an unreadable address'],
])('%s is named as %s', (url, place) => {
  expect(placeOf(url)).toBe(place);
});

test('a long path is cut', () => {
  expect(placeOf(`https://store.test/${'menu/'.repeat(100)}`)).toHaveLength(134);
});
