import { expect, test } from 'vitest';
import { memoryTrend } from '../../../domain/memory-trend.ts';

const HEARD_AT = new Date('2026-01-31T12:00:00Z');
const trend = (lows: number[]) => {
  const found = memoryTrend(lows, HEARD_AT);
  return found === null ? null : [found.is_rising, found.percent, found.at.toISOString().slice(11, 16)];
};
const flat = (percent: number, spans: number) => Array.from({ length: spans }, () => percent);
const climb = (from: number, spans: number, points: number) =>
  Array.from({ length: spans }, (_, place) => Math.round(from + place * points));

test('memory that climbs all the time rises since its lowest, and from it', () => {
  expect(trend(climb(41, 13, 2))).toEqual([true, 41, '11:00']);
  expect(trend([...flat(60, 10), ...climb(30, 19, 1)])).toEqual([true, 30, '10:30']);
  // The collector takes some back from time to time.
  expect(trend([41, 44, 43, 47, 49, 48, 53, 52, 56])).toEqual([true, 41, '11:20']);
});

test('memory that stays, or rose in one step, is that of an hour ago', () => {
  expect(trend(flat(50, 48))).toEqual([false, 50, '11:00']);
  expect(trend([...flat(20, 10), ...flat(45, 10)])).toEqual([false, 20, '11:00']);
  expect(trend([...flat(50, 20), 45, ...flat(50, 20)])).toEqual([false, 50, '11:00']);
  expect(trend(climb(50, 13, -2))).toEqual([false, 50, '11:00']);
});

test('memory that climbed and stays or falls by now rises no more', () => {
  const climbed = climb(40, 25, 20 / 24);
  for (const spans of [8, 12, 18, 21]) expect(trend([...climbed, ...flat(60, spans)])?.[0]).toBe(false);
  for (const spans of [6, 9, 12]) expect(trend([...climbed, ...climb(60, spans, -1)])?.[0]).toBe(false);
  expect(trend(climbed)?.[0]).toBe(true);
});

test('a rise of a few points or minutes is none', () => {
  expect(trend(climb(40, 13, 0.3))).toEqual([false, 40, '11:00']);
  expect(trend([...flat(70, 20), ...climb(10, 6, 10)])).toEqual([false, 70, '11:00']);
});

test('a worker that is younger than an hour is compared with its start, and one of a few minutes with nothing', () => {
  expect(trend([30, 32, 31, 30])).toEqual([false, 30, '11:45']);
  expect(trend([30, 40, 50])).toBeNull();
  expect(trend([])).toBeNull();
});
