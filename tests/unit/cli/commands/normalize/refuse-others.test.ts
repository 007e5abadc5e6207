import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../../../support/run-program.ts';
import { makeRawProduct } from '../../../platforms/dutchie/make-raw-product.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

async function normalize(content: string, ...options: string[]) {
  const file = join(await temporaryFolder('normalize-'), 'capture');
  await writeFile(file, content);
  return runProgram('cli/main.ts', ['normalize', file, ...options]);
}

test.each<[string, string, string[], RegExp]>([
  [
    'a list of other objects',
    '[{"foo":1},{"bar":2}]',
    [],
    /^Expected products of dutchie in .+, got 2 items of which none is one\. The first, an object with the keys foo, is none because there is no id\. It takes/,
  ],
  [
    'a list of stores',
    '[{"id":"a","name":"Bloom","address":"1 Main","phone":"5"}]',
    [],
    /the keys id, name, address, phone, is none because Name: /,
  ],
  [
    'a list of other objects as one of the other platform',
    '[{"foo":1}]',
    ['--platform', 'blaze'],
    /products of blaze in .+, got 1 items/,
  ],
  [
    'a list that begins with another thing',
    '[null,[1],{"foo":1}]',
    [],
    /got 3 items .+ The first, null, is none because expected an object, got null\./,
  ],
])('crawlchain normalize refuses %s, in one line', async (...[, content, options, message]) => {
  for (const more of [[], ['--json']]) {
    const { code, stdout, stderr } = await normalize(content, ...options, ...more);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  }
});

test('crawlchain normalize refuses a list of 130,000 objects that are no products', async () => {
  const items = Array.from({ length: 130_000 }, (_, place) => ({ [`field${place}`]: place }));
  const { code, stdout, stderr } = await normalize(JSON.stringify(items));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Expected products of dutchie in .+, got 130000 items of which none is one\..+\n$/);
});

test('crawlchain normalize shows products none of which can be read, and what is new in them', async () => {
  const { Name: title, ...rest } = makeRawProduct();
  const { code, stdout } = await normalize(JSON.stringify([{ ...rest, title }]));
  expect(code).toBe(0);
  expect(stdout).toContain('0 products; 1 skipped;');
  expect(stdout).toContain('new field: title');
});
