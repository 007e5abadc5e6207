import { expect, test } from 'vitest';
import { readFaultOptions } from '../../../faults/options.ts';
import type { RoundResult } from '../../../faults/run-rounds.ts';
import { SCORE_LINES } from '../../../faults/score-lines.ts';
import { scoreRounds } from '../../../faults/scorecard.ts';
import { SECONDS_BEYOND_HEARTBEAT } from '../../../faults/strikes/stage-faults.ts';

const round = (change: Partial<RoundResult>): RoundResult => ({
  fault: 'worker-kill',
  round: 1,
  strikes: 4,
  hits: 4,
  moments: { fetch: 4 },
  findings: [],
  looked: {},
  figures: [],
  seconds: 10,
  ...change,
});

/** Returns the scorecard lines that have goals. */
const goals = (results: RoundResult[]) =>
  scoreRounds(results).filter(({ line }) => !/: (findings|strikes that hit)$/.test(line));

test('rounds of one fault are summed up, and a strike that missed or a finding fails its line', () => {
  const finding = { check: 'files', message: 'planted', expected: 'none', seen: 'one' } as const;
  const lines = scoreRounds([
    round({}),
    round({ round: 2, hits: 3 }),
    round({ fault: 'api-kill', findings: [finding] }),
  ]);
  expect(lines).toEqual(
    expect.arrayContaining([
      { line: 'worker-kill: strikes that hit', n: 8, value: 7, goal: 8, ok: false },
      { line: 'worker-kill: findings', n: 2, value: 0, goal: 0, ok: true },
      { line: 'api-kill: strikes that hit', n: 4, value: 4, goal: 4, ok: true },
      { line: 'api-kill: findings', n: 1, value: 1, goal: 0, ok: false },
    ]),
  );
});

test('a finding fails the line that counts it, that of its fault too, and no other', () => {
  const lost = {
    check: 'requests',
    message: 'planted',
    expected: 'completed',
    seen: 'failed',
    counted: 'acknowledged crawls lost',
  } as const;
  const looked = { 'acknowledged crawls lost': 10, 'duplicate snapshots': 1000 };
  const lines = goals([
    round({ looked }),
    round({ fault: 'temporal-kill', findings: [lost], looked }),
    round({ fault: 'postgres-kill', looked }),
  ]);
  expect(lines.filter(({ ok, n }) => !ok && n > 0)).toEqual([
    { line: 'acknowledged crawls lost', n: 30, value: 1, goal: 0, ok: false },
    { line: 'Temporal killed: acknowledged crawls lost', n: 10, value: 1, goal: 0, ok: false },
  ]);
  expect(lines).toContainEqual({ line: 'duplicate snapshots', n: 3000, value: 0, goal: 0, ok: true });
  // Lines about kills of the API are missing, because no API was killed.
  expect(lines.map(({ line }) => line)).not.toContain('API killed: acknowledged crawls lost');
});

test('the time until a killed worker is replaced is judged by all but the slowest twentieth', () => {
  const beyond = (values: number[]) =>
    goals([round({ figures: values.map((value) => ({ name: SECONDS_BEYOND_HEARTBEAT, value })) })]).find(
      ({ line }) => line.startsWith('worker killed:'),
    );
  const nineteen = Array.from({ length: 19 }, (_, at) => at / 2);
  expect(beyond([...nineteen, 99])).toMatchObject({ n: 20, value: 9, goal: 15, ok: true });
  expect(beyond([4, 15.5])).toMatchObject({ n: 2, value: 15.5, ok: false });
});

test('a line of which nothing was looked at is not met', () => {
  const met = goals([round({ looked: { 'acknowledged crawls lost': 0 } })]).filter(({ ok }) => ok);
  expect(met).toEqual([]);
});

test('a fault that was run and measured nothing fails its lines, and lines of others do not show', () => {
  const lines = goals([round({ fault: 'freeze-2min', looked: { 'acknowledged crawls lost': 5 } })]);
  expect(lines.find(({ line }) => line === 'writes of stale attempts')).toEqual({
    line: 'writes of stale attempts',
    n: 0,
    value: 0,
    goal: 0,
    ok: false,
  });
  expect(lines.some(({ line }) => line.startsWith('PostgreSQL killed'))).toBe(false);
});

test('the faults that feed each line exist', () => {
  const names = readFaultOptions([]).faults.map(({ name }) => name);
  for (const { line, of } of SCORE_LINES)
    expect(
      names.some((name) => of.test(name)),
      line,
    ).toBe(true);
});

test('the lines have the goals that were promised', () => {
  const promised = {
    'acknowledged crawls lost': 0,
    'duplicate snapshots': 0,
    'writes of stale attempts': 0,
    'wrong out of stock': 0,
    'rows without a valid file': 0,
    'temporary files after the sweep': 0,
    'two runs of a store': 0,
    'lost COMMIT answers: crawls lost': 0,
    'lost COMMIT answers: worker processes ended': 0,
    'PostgreSQL killed: acknowledged crawls lost': 0,
    'PostgreSQL killed: seconds until work goes on': 10,
    'PostgreSQL killed: workers that died': 0,
    'Temporal killed: acknowledged crawls lost': 0,
    'worker killed: seconds beyond the heartbeat timeout until a stage runs again, p95': 15,
    'SIGTERM: stops that were not clean': 0,
    'proxies burned in a storm of 403': 0,
    'first crawl after a storm, s': 60,
    'disk full: acknowledged crawls lost': 0,
    'disk full: going on, seconds': 60,
    'clocks: wrong products and snapshots': 0,
  };
  expect(Object.fromEntries(SCORE_LINES.map(({ line, goal }) => [line, goal]))).toMatchObject(promised);
});
