import { describe, expect, test } from 'vitest';
import { platformSettings } from '../../../config/platform-settings.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { menuForms, readMenuAddress } from '../../../platforms/menu-address.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';

const platforms = createPlatformRegistry(platformSettings(readEnvironment({})));

describe('readMenuAddress', () => {
  test.each([
    'https://dutchie.com/embedded-menu/deeply-rooted',
    'https://dutchie.com/dispensary/deeply-rooted',
    'https://dutchie.com/stores/deeply-rooted',
    'https://www.dutchie.com/dispensary/deeply-rooted/products/flower?sort=price#top',
    'http://dutchie.com/embedded-menu/deeply-rooted/',
  ])('%s names a store, in the form of discovery', (text) =>
    expect(readMenuAddress(platforms, text)).toEqual({
      platform: 'dutchie',
      slug: 'deeply-rooted',
      menuUrl: 'https://dutchie.com/embedded-menu/deeply-rooted',
    }),
  );

  test('the other platform has a path of its own, on its own hosts', () => {
    const plain = {
      platform: 'blaze',
      slug: 'copper-fern',
      menuUrl: 'https://ecom-api.blaze.me/stores/copper-fern',
    };
    expect(readMenuAddress(platforms, 'https://ecom-api.blaze.me/stores/copper-fern')).toEqual(plain);
    expect(readMenuAddress(platforms, 'https://blaze.me/stores/copper-fern')).toEqual(plain);
  });

  test('where a platform is asked elsewhere, its pages are there too', () => {
    const elsewhere = createPlatformRegistry({
      dutchie: { graphqlUrl: 'https://menus.test:8443/graphql', hashes: {} },
      blaze: { apiUrl: 'https://shops.test/api/v1' },
    });
    expect(readMenuAddress(elsewhere, 'https://menus.test:8443/stores/a')).toMatchObject({
      menuUrl: 'https://menus.test:8443/embedded-menu/a',
    });
    expect(readMenuAddress(elsewhere, 'https://menus.test/stores/a')).toBeNull();
  });

  test.each([
    'deeply-rooted',
    'dutchie.com/dispensary/deeply-rooted',
    'https://dutchie.com/',
    'https://dutchie.com/dispensary/',
    'https://dutchie.com/cities/phoenix',
    'https://dutchie.com.example.com/dispensary/deeply-rooted',
    'https://notdutchie.com/dispensary/deeply-rooted',
    'https://example.com/dispensary/deeply-rooted',
    'https://ecom-api.blaze.me/dispensary/copper-fern',
    'https://user:secret@dutchie.com/dispensary/deeply-rooted',
    'ftp://dutchie.com/dispensary/deeply-rooted',
    'javascript:alert(1)',
    'https://dutchie.com/dispensary/a%00b',
    'https://dutchie.com/dispensary/a%2Fb',
    'https://dutchie.com/dispensary/a%20b',
    'https://dutchie.com/dispensary/%2e%2e',
    `https://dutchie.com/dispensary/${'a'.repeat(201)}`,
  ])('%s names none', (text) => expect(readMenuAddress(platforms, text)).toBeNull());
});

test('the forms that are known can be told', () => {
  expect(menuForms(platforms)).toBe(
    'https://dutchie.com/embedded-menu/<slug>, https://dutchie.com/dispensary/<slug>, https://dutchie.com/stores/<slug>, https://ecom-api.blaze.me/stores/<slug>',
  );
});
