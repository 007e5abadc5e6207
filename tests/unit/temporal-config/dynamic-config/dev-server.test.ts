import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const path = new URL('../../../../temporal-config/dynamic-config/dev-server.json', import.meta.url);

it('every dynamic value of the development server stands once and says why', async () => {
  const values = JSON.parse(await readFile(path, 'utf8')) as { key: string; value: unknown; why: string }[];
  expect(new Set(values.map(({ key }) => key)).size).toBe(values.length);
  for (const { key, value, why } of values) {
    expect(key).toMatch(/^[a-z]+(\.[A-Za-z]+)+$/);
    expect(value).not.toBeUndefined();
    expect(why).toMatch(/^[A-Z].*\.$/);
  }
});
