import { expect, test } from 'vitest';
import type { RoundResult } from '../../../faults/run-rounds.ts';
import { scoreRounds } from '../../../faults/scorecard.ts';

const round = (change: Partial<RoundResult>): RoundResult => ({
  fault: 'worker-kill',
  round: 1,
  strikes: 4,
  hits: 4,
  moments: { fetch: 4 },
  findings: [],
  figures: [],
  seconds: 10,
  ...change,
});

test('rounds of one fault are summed up, and a strike that missed or a finding fails its line', () => {
  const finding = { check: 'files', message: 'planted', expected: 'none', seen: 'one' } as const;
  expect(
    scoreRounds([round({}), round({ round: 2, hits: 3 }), round({ fault: 'api-kill', findings: [finding] })]),
  ).toEqual([
    { line: 'worker-kill: strikes that hit', n: 8, value: 7, goal: 8, ok: false },
    { line: 'worker-kill: findings', n: 2, value: 0, goal: 0, ok: true },
    { line: 'api-kill: strikes that hit', n: 4, value: 4, goal: 4, ok: true },
    { line: 'api-kill: findings', n: 1, value: 1, goal: 0, ok: false },
  ]);
});
