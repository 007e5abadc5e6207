import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../sandbox/command-line.ts';

describe('the command line', () => {
  it('needs no flags', () => {
    expect(parseCommandLine([])).toMatchObject({
      seed: undefined,
      stateDir: '.data/sandbox',
      exitWithStdin: false,
    });
  });

  it('reads every flag', () => {
    const args =
      '--seed 7 --dispensaries 3 --products 40 --rest-dispensaries 2 --state-dir /tmp/s --captures /tmp/c --exit-with-stdin'.split(
        ' ',
      );
    expect(parseCommandLine(args)).toEqual({
      seed: 7,
      dispensaries: 3,
      products: 40,
      restDispensaries: 2,
      stateDir: '/tmp/s',
      captures: '/tmp/c',
      exitWithStdin: true,
    });
  });

  it.each([
    ['--seed', '1.5'],
    ['--products', '0'],
    ['--dispensaries', '-1'],
    ['--dispensaries', '1e3'],
    ['--colour', 'red'],
    ['stray'],
  ])('refuses %s %s with what it accepts', (...args) => {
    expect(() => parseCommandLine(args)).toThrow('Accepted are --seed N');
  });
});
