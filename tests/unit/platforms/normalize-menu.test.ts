import { expect, test } from 'vitest';
import { platformSettings } from '../../../config/platform-settings.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { makeRawProduct } from './dutchie/make-raw-product.ts';

const { dutchie } = createPlatformRegistry(platformSettings(readEnvironment({})));

test('what is wrong costs the product or the option that it is in, and is counted with its reason', () => {
  const menu = normalizeMenu(dutchie, [
    makeRawProduct({ id: 'a1' }),
    { id: 'b2' },
    makeRawProduct({ id: 'c3', Options: ['1g', true], recPrices: [-1, 5] }),
    null,
  ]);
  expect(menu.products.map(({ providerProductId }) => providerProductId)).toEqual(['a1', 'c3']);
  expect(menu.skipped).toEqual([
    { id: 'b2', reason: 'Name: expected text, got nothing' },
    { id: null, reason: 'expected an object, got null' },
  ]);
  expect(menu.flaws).toMatchObject({
    option: 1,
    value: 1,
    samples: [
      { id: 'c3', place: 'Options[1]' },
      { id: 'c3', place: 'recPrices[0]' },
    ],
  });
});
