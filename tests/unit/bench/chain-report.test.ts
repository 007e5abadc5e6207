import { expect, test } from 'vitest';
import { reportPart } from '../../../bench/chain-report.ts';
import type { DriverName, Turn } from '../../../bench/chain-rounds.ts';

test('a ratio is the median of those of each round, and says what CPU each side took', () => {
  const rounds = [
    roundOf({ temporal: 100, loop: 200 }),
    roundOf({ temporal: 10, loop: 10 }),
    roundOf({ temporal: 90, loop: 100 }),
  ];
  const { ratios, notes, figures } = reportPart(rounds, { places: 8, menus: 'unchanged', rounds: 3 });
  expect(ratios).toEqual({ vsLoop: { median: 0.9, low: 0.7, high: 0.95 } });
  expect(notes?.['vsLoop']).toContain(
    'CPU a chain: temporal 500 ms (worker 300, PostgreSQL 80, Temporal 70); loop 500 ms (worker 300, PostgreSQL 80)',
  );
  expect(figures['temporal, chains a minute']).toMatchObject({ median: 90 });
  expect(figures['CPU a chain, Temporal server, ms']).toMatchObject({ median: 70 });
});

test('the labels of any but the usual part say which part it is', () => {
  const rounds = [roundOf({ temporal: 100, cluster: 92 })];
  const { ratios } = reportPart(rounds, { places: 16, menus: 'changed', rounds: 1 });
  expect(ratios).toEqual({
    '16 places, changed menus: clusterVsDevServer': { median: 0.92, low: 0.92, high: 0.92 },
  });
});

function roundOf(chainsPerMin: Partial<Record<DriverName, number>>): Record<DriverName, Turn> {
  const turns = Object.entries(chainsPerMin).map(([name, perMin]) => [name, turnOf(perMin)]);
  return Object.fromEntries(turns) as Record<DriverName, Turn>;
}

function turnOf(chainsPerMin: number): Turn {
  return {
    chainsPerMin,
    workerCpuMs: 300,
    temporalCpuMs: 70,
    postgresCpuMs: 80,
    allCpuMs: 500,
    heartbeats: 2,
  };
}
