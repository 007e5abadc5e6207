import { expect, test } from 'vitest';
import { measurementLines, toJson } from '../../../bench/print-measurement.ts';

const MEASUREMENT = {
  figures: { products: 1000, 'a long label, ms': { median: 5, low: 4.5, high: 6 } },
  ratios: { vsPeer: { median: 0.9, low: 0.8, high: 1 } },
  notes: { vsPeer: 'the peer checks nothing' },
};

test('a measurement is printed with its spreads, and each ratio with what the other side leaves out', () => {
  expect(measurementLines(MEASUREMENT)).toEqual([
    '  products          1000',
    '  a long label, ms  5 (4.5 to 6)',
    '  vsPeer            0.9 (0.8 to 1)',
    '      the peer checks nothing',
  ]);
});

test('as JSON it has plain numbers, and the spreads beside them', () => {
  expect(toJson(MEASUREMENT)).toEqual({
    figures: { products: 1000, 'a long label, ms': 5 },
    ratios: { vsPeer: 0.9 },
    spreads: { 'a long label, ms': [4.5, 6], vsPeer: [0.8, 1] },
  });
});
