import { describe, expect, test } from 'vitest';
import { comparePairs, comparisonLines, type Pair } from '../../../bench/compare-pairs.ts';

describe('a comparison of pairs', () => {
  test('says that a figure fell when most pairs lost more than 5 %, whatever one outlier does', () => {
    const pairs = pairsOf([100, 200, 150, 90, 120, 130, 110], [0.93, 0.9, 0.94, 0.92, 0.93, 1.3, 0.91]);
    expect(comparePairs(pairs).differences).toMatchObject([{ ratio: { median: 0.93 }, verdict: 'fell' }]);
  });

  test('says that it rose the other way about', () => {
    expect(verdictOf([1.06, 1.08, 1.1, 1.07, 1.09, 1.2, 0.99])).toBe('rose');
  });

  test.each([
    { what: 'a loss of 4 % in every pair', ratios: [0.96, 0.96, 0.96, 0.96, 0.96, 0.96, 0.96] },
    {
      what: 'a median of -7 % whose spread reaches beyond -5 %',
      ratios: [0.8, 0.93, 1.02, 0.85, 1.01, 0.99, 0.9],
    },
  ])('leaves $what unsaid', ({ ratios }) => {
    expect(verdictOf(ratios)).toBe('same');
  });

  test('leaves out what only one side measures, and names it', () => {
    const before = { figures: { shared: 2, old: 1, p50Ms: { list: 4 } }, ratios: {} };
    const after = { figures: { shared: 3, 'p50Ms list': 2 }, ratios: { fresh: 1 } };
    const comparison = comparePairs([{ before, after }]);
    expect(comparison.differences.map(({ label, ratio }) => [label, ratio.median])).toEqual([
      ['shared', 1.5],
      ['p50Ms list', 0.5],
    ]);
    expect(comparison).toMatchObject({ onlyBefore: ['old'], onlyAfter: ['fresh'] });
    expect(comparisonLines(comparison).slice(-2)).toEqual(['  only before: old', '  only after: fresh']);
  });

  test('takes two equal figures for unchanged, zero too', () => {
    const nothing = { figures: { failed: 0 }, ratios: {} };
    const pairs = Array.from({ length: 5 }, () => ({ before: nothing, after: nothing }));
    expect(comparePairs(pairs).differences).toMatchObject([{ ratio: { median: 1 }, verdict: 'same' }]);
  });

  test('of too few pairs says nothing', () => {
    expect(verdictOf([0.5, 0.5, 0.5, 0.5])).toBeNull();
  });
});

function pairsOf(before: number[], ratios: number[]): Pair[] {
  return before.map((value, pair) => ({
    before: { figures: { speed: value }, ratios: {} },
    after: { figures: { speed: value * (ratios[pair] ?? NaN) }, ratios: {} },
  }));
}

function verdictOf(ratios: number[]) {
  const pairs = pairsOf(
    ratios.map(() => 100),
    ratios,
  );
  return comparePairs(pairs).differences[0]?.verdict;
}
