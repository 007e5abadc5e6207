import { expect, test } from 'vitest';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import { NOTHING_KNOWN } from '../../../platforms/platform.ts';
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
    dutchie.requestStores({ stateCode: 'AZ' }, NOTHING_KNOWN),
    dutchie.requestStore('desert-bloom', NOTHING_KNOWN),
    dutchie.requestMenuPage(
      { platformDispensaryId: '65a1b2c3d4e5f60718293a4b', page: 0, order: 'ascending', apiUrl: null },
      NOTHING_KNOWN,
    ),
  ])
    expect(request.url).toBe('https://menus.test/api-3/graphql');
  const { blaze } = registry;
  expect(blaze.requestStores({ stateCode: 'AZ' }, NOTHING_KNOWN).url).toMatch(
    /^https:\/\/shops\.test\/api\/v1\//,
  );
});
