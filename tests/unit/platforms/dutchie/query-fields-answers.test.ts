import { describe, expect, test } from 'vitest';
import { createDutchiePlatform } from '../../../../platforms/dutchie/dutchie.ts';
import { NOTHING_KNOWN } from '../../../../platforms/platform.ts';
import { FIRST_HASHES } from '../../../../sandbox/storefront/operations.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';
import { fetchStorefront } from '../../../support/fetch-storefront.ts';

const world = generateWorld({ seed: 11, dispensaries: 3, products: 100 });
const site = { world, pass: () => 0, hashes: () => FIRST_HASHES };
const graphqlUrl = 'https://dutchie.sandbox.test/api-3/graphql';
const byHash = createDutchiePlatform({ graphqlUrl, hashes: FIRST_HASHES });
const byText = createDutchiePlatform({ graphqlUrl, hashes: {} });

describe('what comes by the text of a query', () => {
  test('becomes the same products as what comes by its hash, of fewer fields', () => {
    for (const { platformId } of world.stores.slice(0, 3)) {
      const [whole, selected] = [byHash, byText].map((platform) => {
        const request = {
          platformDispensaryId: platformId,
          page: 0,
          order: 'ascending',
          apiUrl: null,
        } as const;
        const { status, answer } = fetchStorefront(site, platform.requestMenuPage(request, NOTHING_KNOWN));
        expect(status).toBe(200);
        return platform.parseMenuPage(answer);
      });
      expect({ ...selected, products: [] }).toEqual({ ...whole, products: [] });
      const normalized = (page: typeof whole) => {
        const raws = page?.products.map(({ raw }) => raw) ?? [];
        return raws.map(byHash.normalizerOf(raws));
      };
      expect(normalized(selected)).toEqual(normalized(whole));
      const first = (page: typeof whole) => Object.keys(page?.products[0]?.raw ?? {}).length;
      expect(first(selected)).toBeLessThan(first(whole));
    }
  });

  test('becomes the same stores', () => {
    const [whole, selected] = [byHash, byText].map((platform) => {
      const request = platform.requestStores({ stateCode: 'AZ' }, NOTHING_KNOWN);
      return platform.parseStores(fetchStorefront(site, request).answer);
    });
    expect(whole?.length).toBeGreaterThan(1);
    expect(selected).toEqual(whole);
  });
});
