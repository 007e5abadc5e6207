import { expect, test } from 'vitest';
import { MISSES_UNTIL_OUT_OF_STOCK } from '../../../domain/product.ts';

test('one or two bad crawls empty no shelf: the third miss does', () => {
  expect(MISSES_UNTIL_OUT_OF_STOCK).toBe(3);
});
