import { expect, test } from 'vitest';
import { parseAddress, writeAddress } from '../../../../dashboard/frame/address-search.ts';

test('values of an address are texts, also where they look like numbers or JSON, and are written as they were read', () => {
  const address = '?q=404&ask=create&for=3&columns=true&sort=%22created%22';
  const read = { q: '404', ask: 'create', for: '3', columns: 'true', sort: '"created"' };
  expect(parseAddress(address)).toEqual(read);
  expect(writeAddress(read)).toBe(address);
});

test('what is undefined is left out, numbers of pages are written, and nothing is no question mark', () => {
  expect(writeAddress({ q: undefined, payload: 57 })).toBe('?payload=57');
  expect(writeAddress({ q: undefined })).toBe('');
  expect(parseAddress('')).toEqual({});
});
