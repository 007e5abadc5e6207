import { expect, test } from 'vitest';
import { readEnvironment } from '../../config/environment.ts';
import { platformSettings } from '../../config/platform-settings.ts';
import { judgeMenu } from '../../domain/belief/judge-menu.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { normalizeMenu } from '../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { makeFetched, makeKnown } from '../unit/domain/belief/make-menus.ts';
import { RAW_PRODUCTS } from './raw-products.ts';

const registry = createPlatformRegistry(platformSettings(readEnvironment({})));
const PLAIN = {
  category: 'Flower',
  sizes: [{ label: '3.5g', list: 30, special: null, quantity: 4 }],
  thc: null,
  hasOffer: false,
};

test.each(PLATFORM_NAMES)(
  'a menu of %s whose statuses all have another type is doubted, as one whose statuses have a new word',
  (name) => {
    const menuWith = (isActive: unknown) => {
      const raw = Array.from({ length: 40 }, (_, place) =>
        RAW_PRODUCTS[name]({ ...PLAIN, id: `p${place}`, name: `Fern ${place}`, isActive }),
      );
      return normalizeMenu(registry[name], raw).products;
    };
    const judge = (isActive: unknown) =>
      judgeMenu({
        known: makeKnown(menuWith(true)),
        fetched: makeFetched(menuWith(isActive)),
        ofOtherStores: { count: 0, first: [] },
        twin: null,
        stale: null,
      });
    expect(judge(true)).toBeNull();
    for (const drifted of [1, { name: 'Active' }, 'LIVE'])
      expect(judge(drifted)).toMatchObject({ fault: 'unstocked' });
  },
);
