import { expect, test } from 'vitest';
import { createBlazePlatform } from '../../../../platforms/blaze/blaze.ts';
import { NOTHING_KNOWN } from '../../../../platforms/platform.ts';

const blaze = createBlazePlatform({ apiUrl: 'https://shops.test/api/v1' });

test('a full page has as many products as are asked for', () => {
  const { url } = blaze.requestMenuPage(
    { platformDispensaryId: 'a', page: 2, order: 'ascending', apiUrl: null },
    NOTHING_KNOWN,
  );
  expect(new URL(url).searchParams.get('limit')).toBe(String(blaze.pageSize));
});

test('there are no queries to learn', () => {
  expect(blaze.learnQuery({ url: 'https://shops.test/api/v1/products/' })).toBeNull();
});
