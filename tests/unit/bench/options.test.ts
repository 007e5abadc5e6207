import { expect, test } from 'vitest';
import { readBenchOptions, readCompareOptions } from '../../../bench/options.ts';

test('a measurement takes its own options alone', () => {
  expect(
    readBenchOptions(['--places', '4,16', '--menus=changed', '--json'], ['places', 'menus']),
  ).toMatchObject({
    places: [4, 16],
    menus: ['changed'],
    rounds: undefined,
    json: true,
  });
  expect(() => readBenchOptions(['--places', '4'], ['rounds'])).toThrow("Unknown option '--places'");
});

test.each([
  { args: ['--places', '4,many'], message: '--places is "many"; it takes a whole number from 1 to 64' },
  { args: ['--menus', 'eaten'], message: '--menus has "eaten"; it takes unchanged and changed' },
  { args: ['--profile', '--places', '4,8'], message: '--profile takes one number of --places' },
  { args: ['--profile', '--cluster'], message: '--profile takes one number of --places' },
])('$args is refused with what is accepted', ({ args, message }) => {
  expect(() => readBenchOptions(args, ['places', 'menus', 'cluster', 'profile'])).toThrow(message);
});

test('a comparison hands on what is not its own', () => {
  expect(
    readCompareOptions(['--pairs', '9', '--json', '--rounds=3', '--ours-only'], ['rounds', 'ours-only']),
  ).toEqual({
    pairs: 9,
    json: true,
    passedOn: ['--rounds', '3', '--ours-only'],
  });
  expect(readCompareOptions([], [])).toEqual({ pairs: 7, json: false, passedOn: [] });
  expect(() => readCompareOptions(['--places', '4'], ['rounds'])).toThrow("Unknown option '--places'");
  expect(() => readCompareOptions(['stray'], [])).toThrow('stray');
});
