import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions } from '../../../../scripts/start/options.ts';
import { StartRefused } from '../../../../scripts/start/refusal.ts';

function refusalOf(...args: string[]): string {
  try {
    readOptions(args);
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
    throw error;
  }
  throw new Error(`${args.join(' ')} was accepted`);
}

describe('readOptions', () => {
  test('without options a small world is crawled once, data goes below .data, and the start stays up', () => {
    expect(readOptions([])).toEqual({
      once: false,
      json: false,
      dispensaries: 12,
      products: 60,
      seed: 1,
      passes: 1,
      dataDir: resolve('.data'),
      captures: null,
      url: null,
      proxies: null,
      markAsSandbox: false,
      help: null,
    });
  });

  test('takes every option, with a space or an equals sign', () => {
    const args = ['--once', '--json', '--dispensaries', '3', '--products=500', '--seed', '0', '--passes=2'];
    expect(readOptions([...args, '--data-dir', '/tmp/x', '--captures=shots', '--mark-as-sandbox'])).toEqual({
      once: true,
      json: true,
      dispensaries: 3,
      products: 500,
      seed: 0,
      passes: 2,
      dataDir: '/tmp/x',
      captures: resolve('shots'),
      url: null,
      proxies: null,
      markAsSandbox: true,
      help: null,
    });
  });

  test('a real store has a folder of its own, and nothing of the sandbox', () => {
    const url = 'https://dutchie.com/dispensary/deeply-rooted';
    const options = readOptions(['--url', url, '--proxies', 'proxies.txt']);
    expect(options).toMatchObject({ url, proxies: 'proxies.txt', dataDir: resolve('.data-real') });
    expect(refusalOf('--url', url, '--seed', '2')).toBe('--seed is of the sandbox, and --url starts none');
    expect(refusalOf('--proxies', 'proxies.txt')).toContain('--proxies is for --url alone');
  });

  test('--help names every option', () => {
    const help = readOptions(['--help']).help ?? '';
    for (const name of [
      'once',
      'json',
      'dispensaries',
      'products',
      'seed',
      'passes',
      'data-dir',
      'captures',
      'url',
    ])
      expect(help).toContain(`--${name}`);
  });

  test.each([
    ['dispensaries', '0', 'a whole number from 1 to 5000'],
    ['dispensaries', '5001', 'a whole number from 1 to 5000'],
    ['dispensaries', 'many', 'a whole number from 1 to 5000'],
    ['dispensaries', '', 'a whole number from 1 to 5000'],
    ['products', '1.5', 'a whole number from 1 to 20000'],
    ['products', '0x10', 'a whole number from 1 to 20000'],
    ['products', '1e3', 'a whole number from 1 to 20000'],
    ['seed', '-1', 'a whole number from 0 to 2147483647'],
    ['seed', '2147483648', 'a whole number from 0 to 2147483647'],
    ['passes', ' 2', 'a whole number from 1 to 1000'],
    ['passes', '١', 'a whole number from 1 to 1000'],
  ])('--%s=%s is refused with what it takes', (name, given, takes) => {
    expect(refusalOf(`--${name}=${given}`)).toBe(`--${name} is ${JSON.stringify(given)}; it takes ${takes}`);
  });

  test.each([
    [['--sead', '1'], "Unknown option '--sead'"],
    [['-x'], "Unknown option '-x'"],
    [['everything'], "Unexpected argument 'everything'"],
    [['--seed'], "Option '--seed <value>' argument missing"],
    [['--once=yes'], "Option '--once' does not take an argument"],
  ])('%j is refused in one line that points to the help', (args, sentence) => {
    expect(refusalOf(...args)).toBe(`${sentence}. \`npm start -- --help\` lists the options.`);
  });
});
