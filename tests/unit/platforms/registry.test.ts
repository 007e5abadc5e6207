import { expect, test } from 'vitest';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';

const registry = createPlatformRegistry({
  dutchie: { graphqlUrl: 'https://menus.test/api-3/graphql', hashes: {} },
  blaze: { apiUrl: 'https://shops.test/api/v1' },
});

test('every platform that a dispensary may have is there, under its own name', () => {
  expect(Object.keys(registry)).toEqual([...PLATFORM_NAMES]);
  for (const [name, platform] of Object.entries(registry)) expect(platform.name).toBe(name);
});

test('the platforms that tests and workers get speak to the configured endpoint only', () => {
  const { dutchie } = registry;
  for (const request of [
    dutchie.requestStoresOfState('AZ'),
    dutchie.requestStoreBySlug('desert-bloom'),
    dutchie.requestMenuPage('65a1b2c3d4e5f60718293a4b', 0),
  ])
    expect(request.url).toBe('https://menus.test/api-3/graphql');
});
