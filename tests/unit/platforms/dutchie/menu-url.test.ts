import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { menuUrlOf, slugOfMenuUrl } from '../../../../platforms/dutchie/menu-url.ts';

describe('slugOfMenuUrl', () => {
  test.each([
    ['https://dutchie.com/embedded-menu/desert-bloom', 'desert-bloom'],
    ['https://dutchie.com/embedded-menu/desert-bloom/', 'desert-bloom'],
    ['https://dutchie.com/embedded-menu/desert-bloom/products/flower', 'desert-bloom'],
    ['https://dutchie.com/embedded-menu/desert-bloom?dtche%5Bpath%5D=x#top', 'desert-bloom'],
    ['https://dutchie.com/dispensary/desert-bloom', 'desert-bloom'],
    ['https://dutchie.com/dispensary/desert-bloom/product/blue-dream-1g', 'desert-bloom'],
    ['https://dutchie.com/stores/desert-bloom', 'desert-bloom'],
    // The URL of an embedded menu may have the store's id instead of the slug: 24 hexadecimal or 17 alphanumeric characters.
    ['https://dutchie.com/embedded-menu/65a1b2c3d4e5f60718293a4b', '65a1b2c3d4e5f60718293a4b'],
    ['https://dutchie.com/embedded-menu/aB3dE5gH7jK9mN1pQ', 'aB3dE5gH7jK9mN1pQ'],
    ['http://shop.example:8443/stores/main-street-2', 'main-street-2'],
    ['HTTPS://DUTCHIE.COM/dispensary/Desert-Bloom', 'Desert-Bloom'],
    ['https://dutchie.com/stores/caf%C3%A9%20luna', 'café luna'],
    ['https://dutchie.com/stores/100%-natural', '100%-natural'],
    ['https://dutchie.com/stores/bad%E0%A4%A', 'bad%E0%A4%A'],
  ])('%s is of %s', (url, slug) => {
    expect(slugOfMenuUrl(url)).toBe(slug);
  });

  test.each([
    '',
    'desert-bloom',
    '/embedded-menu/desert-bloom',
    'https://dutchie.com/',
    'https://dutchie.com/embedded-menu',
    'https://dutchie.com/embedded-menu/',
    'https://dutchie.com/embedded-menu//desert-bloom',
    'https://dutchie.com/embedded-menus/desert-bloom',
    'https://dutchie.com/menu/dispensary/desert-bloom',
    'https://dutchie.com/?next=/stores/desert-bloom',
    'https://weedmaps.com/dispensaries/desert-bloom',
    'https://dutchie.com/api/v2/embedded-menu/65a1b2c3d4e5f60718293a4b.js',
  ])('"%s" has no slug', (url) => {
    expect(slugOfMenuUrl(url)).toBeNull();
  });
});

test('the menu page of a slug leads back to the slug', () => {
  expect(menuUrlOf('https://dutchie.com', 'desert-bloom')).toBe(
    'https://dutchie.com/embedded-menu/desert-bloom',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (slug) => {
      // Leaves out `.` and `..`, which browsers resolve as path segments.
      fc.pre(slug !== '.' && slug !== '..');
      expect(slugOfMenuUrl(menuUrlOf('https://dutchie.com', slug))).toBe(slug);
    }),
  );
});

test('any text has a slug or none, without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (url) => {
      for (const candidate of [url, `https://dutchie.com/stores/${url}`])
        expect(['string', 'object']).toContain(typeof slugOfMenuUrl(candidate));
    }),
  );
});
