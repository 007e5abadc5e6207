import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';

test('the bundle holds workflow code only: no validation library, no database, no transport', async () => {
  const code = await readFile(inject('workflowBundlePath'), 'utf8');
  for (const name of [
    'node_modules/zod',
    'node_modules/kysely',
    'node_modules/pg/',
    'node_modules/wreq-js',
    'node_modules/sharp',
  ]) {
    expect(code).not.toContain(name);
  }
  // Each cached workflow takes memory for the code of the bundle.
  expect(code.length).toBeLessThan(2_500_000);
});
