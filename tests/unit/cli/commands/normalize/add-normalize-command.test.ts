import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CommandRefused } from '../../../../../cli/command-refused.ts';
import { createProgram } from '../../../../../cli/program.ts';
import { runProgram } from '../../../../support/run-program.ts';
import { makeRawProduct } from '../../../platforms/dutchie/make-raw-product.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

/** Runs the command on a file with this content. */
async function normalize(content: string | Uint8Array, ...options: string[]) {
  return runProgram('cli/main.ts', ['normalize', await captureOf(content), ...options]);
}

/** Returns the error that the command throws. The tests need not print it, because all commands print errors in the same way. */
async function refusalOf(content: string | Uint8Array, options: string[]): Promise<unknown> {
  const file = await captureOf(content);
  const program = await createProgram(['normalize']);
  return program
    .parseAsync(['normalize', file, ...options], { from: 'user' })
    .catch((error: unknown) => error);
}

async function captureOf(content: string | Uint8Array): Promise<string> {
  const file = join(await temporaryFolder('normalize-'), 'capture');
  await writeFile(file, content);
  return file;
}

async function normalizeToJson(content: string | Uint8Array, ...options: string[]) {
  const { code, stdout, stderr } = await normalize(content, '--json', ...options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as { products: unknown[]; skipped: unknown[]; flaws: unknown; drift: unknown[] };
}

const menu = [
  makeRawProduct({ rating: 5 }),
  makeRawProduct({ id: 'b2', Options: ['1g', true], recPrices: [10] }),
  { id: 'c3', Name: '' },
];

const forms: [string, string | Uint8Array][] = [
  ['a GraphQL body', JSON.stringify({ data: { filteredProducts: { products: menu } } })],
  [
    'a body of the personalized operation',
    JSON.stringify({ data: { getPersonalizedProducts: { products: menu } } }),
  ],
  ['a bare list', JSON.stringify(menu)],
  ['a bare list with the mark of an editor', `\uFEFF${JSON.stringify(menu)}`],
  ['a stored payload', JSON.stringify({ platform: 'dutchie', dispensaryId: 1, pages: 1, products: menu })],
  ['a stored payload, gzipped', gzipSync(JSON.stringify({ platform: 'dutchie', products: menu }))],
];

describe('crawlchain normalize --json', () => {
  test.each(forms)('tells what %s becomes', async (_title, content) => {
    const result = await normalizeToJson(content);
    expect(result).toMatchObject({
      normalizer_version: 5,
      products: [
        { name: 'Copper Canyon | Flower (S)', price_rec: '30.00', price_option: '1/8oz' },
        { provider_product_id: 'b2' },
      ],
      skipped: [{ id: 'c3', reason: 'the name is empty' }],
      flaws: { option: 1, value: 0, samples: [{ id: 'b2', place: 'Options[1]' }] },
      drift: [
        { kind: 'type changed', path: 'Options[]', found: ['boolean', 'string'], example: 'true' },
        { kind: 'new field', path: 'rating', found: ['number'], example: '5' },
      ],
    });
  });

  test('knows the other platform by its form, or by name', async () => {
    const resource = { id: '1', attributes: { name: 'Fern', unit_price: { amount: 1250 } } };
    const expected = { products: [{ name: 'Fern', price_rec: '12.50' }], drift: [] };
    expect(await normalizeToJson(JSON.stringify({ data: [resource] }))).toMatchObject(expected);
    expect(await normalizeToJson(JSON.stringify([resource]), '--platform', 'blaze')).toMatchObject(expected);
  });
});

test('crawlchain normalize shows products, options, offers and what was left out, for people', async () => {
  const specialData = { saleSpecials: [{ specialName: 'Friday', discount: 3, dollarDiscount: true }] };
  const { stdout } = await normalize(
    JSON.stringify([makeRawProduct({ specialData, Name: 'Copper \u001b[31mCanyon' }), ...menu.slice(1)]),
  );
  expect(stdout).toContain('Copper [31mCanyon (66c0ffee12345678deadbeef)');
  expect(stdout).toContain('Mesa Verde · Flower · small-buds · Sativa; in stock; 30.00 for 1/8oz');
  expect(stdout).toContain('1/8oz (3.5 g): recreational 30.00; medical 28.00; 12');
  expect(stdout).toContain('sale Friday: 3.00 dollars off');
  expect(stdout).toContain('2 products; 1 skipped; 1 options and 0 values left out; 1 differences');
  expect(stdout).toContain('skipped c3: the name is empty');
  expect(stdout).toContain('type changed: Options[] from string to boolean, string, such as true');
});

test('crawlchain normalize tells of each of 130,000 things beside a product', async () => {
  const content = JSON.stringify([makeRawProduct(), ...Array.from({ length: 130_000 }, () => 7)]);
  const { code, stdout, stderr } = await normalize(content);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('1 products; 130000 skipped;');
});

test('crawlchain normalize ends quietly when nobody reads on', async () => {
  const folder = await temporaryFolder('normalize-');
  const file = join(folder, 'large');
  await writeFile(file, JSON.stringify(Array.from({ length: 3000 }, () => makeRawProduct())));
  const command = `"${process.execPath}" cli/main.ts normalize "${file}" | head -1`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command]);
  expect({ stdout, stderr }).toEqual({
    stdout: 'Copper Canyon | Flower (S) (66c0ffee12345678deadbeef)\n',
    stderr: '',
  });
});

describe('crawlchain normalize --explain', () => {
  test.each([forms[0]!, forms.at(-1)!])(
    'tells where each value of a product in %s came from',
    async (_title, content) => {
      const { code, stdout } = await normalize(content, '--explain', 'b2', '--json');
      expect(code).toBe(0);
      const values = JSON.parse(stdout) as unknown[];
      expect(values).toContainEqual({
        value: 'options[0].rec',
        result: '10.00',
        from: [{ path: 'recPrices[0]', raw: 10 }],
        rule: expect.any(String),
        flaws: [],
      });
      expect(values).toContainEqual(expect.objectContaining({ value: 'provider_product_id', result: 'b2' }));
    },
  );

  test('takes a name in any case, and a product of the other platform', async () => {
    const resource = { id: '1', attributes: { name: 'Fern  Leaf', unit_price: { amount: 1250 } } };
    const { stdout } = await normalize(JSON.stringify({ data: [resource] }), '--explain', 'fern leaf');
    expect(stdout).toContain('priceRec: "12.50" (');
    expect(stdout).toContain('\n  from attributes.unit_price.amount: 1250\n');
    expect(stdout).toContain('slug: null (not stated)\n');
  });

  test.each([
    ['a name of several', 'FERN', /^Expected the name of one product, got FERN, which 2 have\. .*: a, b\.$/m],
    ['a product that is skipped', 'c', /^The product c is skipped: the name is empty\.$/m],
    ['what is not there', 'fer', /^There is no product fer in this menu of 3\. It takes/],
  ])('refuses %s', async (_title, product, message) => {
    const few = [
      { id: 'a', Name: 'Fern' },
      { id: 'b', Name: 'fern ' },
      { id: 'c', Name: '' },
    ];
    const { code, stdout, stderr } = await normalize(JSON.stringify(few), '--explain', product);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

const RESOURCE = '{"id":"1","attributes":{"name":"Fern","unit_price":{"amount":1250}}}';

describe('crawlchain normalize refuses', () => {
  test.each<[string, string | Uint8Array, string[], RegExp]>([
    ['an empty file', '', [], /^Expected \S+ to be JSON/],
    [
      'half a gzip file',
      gzipSync('[]').subarray(0, 12),
      [],
      /^Expected \S+ to be readable: unexpected end of file/,
    ],
    [
      'another answer',
      '{"data":{"menuCards":[]}}',
      [],
      /^Expected a menu in \S+, got an object with the keys data\. /,
    ],
    ['an error answer', '{"errors":[]}', [], /got an object with the keys errors/],
    ['a number', '7', [], /got a number/],
    [
      'a menu of another platform',
      '{"platform":"blaze","products":[]}',
      ['--platform', 'dutchie'],
      /^Expected a menu of dutchie in \S+, got one that looks like blaze's\. Pass --platform blaze\.$/m,
    ],
    [
      'a list of another platform',
      `[${RESOURCE}]`,
      [],
      /menu of dutchie in \S+, got one that looks like blaze's/,
    ],
    [
      'a list of the first platform as one of the second',
      JSON.stringify(menu),
      ['--platform', 'blaze'],
      /menu of blaze in \S+, got one that looks like dutchie's/,
    ],
    [
      'a body of another platform',
      `{"data":[${RESOURCE}]}`,
      ['--platform', 'dutchie'],
      /menu of dutchie in \S+, got one that looks like blaze's/,
    ],
    [
      'a payload that says it is of the first platform and holds products of the second',
      `{"platform":"dutchie","products":[${RESOURCE}]}`,
      [],
      /^Expected products of dutchie in \S+, as its "platform" says, got products that look like blaze's\. Give/,
    ],
    [
      'a payload that says it is of the second platform and holds products of the first',
      JSON.stringify({ platform: 'blaze', products: menu }),
      ['--platform', 'blaze'],
      /^Expected products of blaze in \S+, as its "platform" says, got products that look like dutchie's\. Give/,
    ],
    [
      'a body of the first platform that holds products of the second',
      `{"data":{"filteredProducts":{"products":[${RESOURCE}]}}}`,
      [],
      /^Expected products of dutchie in \S+, as its form says, got products that look like blaze's\. Give/,
    ],
    [
      'a list of other things',
      '[1,"a",[2],{},null,true]',
      [],
      /got 6 items that are none: numbers, strings, lists, empty objects, null, true or false\. It takes JSON/,
    ],
    [
      'a payload of other things',
      '{"platform":"blaze","products":[7]}',
      [],
      /got 1 items that are none: numbers\. /,
    ],
    [
      'a body of other things',
      '{"data":{"filteredProducts":{"products":["a"]}}}',
      [],
      /none: strings\. It takes/,
    ],
  ])('%s, in one sentence', async (...[, content, options, message]) => {
    const refusal = await refusalOf(content, options);
    expect(refusal).toBeInstanceOf(CommandRefused);
    expect((refusal as Error).message).toMatch(message);
  });

  test.each<[string, string, string[], RegExp]>([
    ['text', 'not JSON', [], /^Expected \S+capture to be JSON: .* It takes JSON, also gzipped/],
    ['an unknown platform', '[]', ['--platform', 'jane'], /Allowed choices are dutchie, blaze\./],
  ])('%s with code 2 and nothing but the sentence', async (...[, content, options, message]) => {
    const { code, stdout, stderr } = await normalize(content, ...options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });

  test('a list of 130,000 things that are no products', async () => {
    const items = Array.from({ length: 130_000 }, (_, place) => ['7', '"a"', '[]', '{}'][place % 4]);
    const { code, stdout, stderr } = await normalize(`[${items.join()}]`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /got 130000 items that are none: numbers, strings, lists, empty objects\. It takes .*\n$/,
    );
  });

  test('a file that is not there', async () => {
    const { code, stderr } = await runProgram('cli/main.ts', ['normalize', '/no/such/file']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Expected \/no\/such\/file to be readable: ENOENT/);
  });
});
