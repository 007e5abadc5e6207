import type { RoundResult } from './run-rounds.ts';
import { SCORE_LINES } from './score-lines.ts';

/** One line of a run's scorecard. */
export interface ScoreLine {
  line: string;
  /** The number of items checked. */
  n: number;
  value: number;
  goal: number;
  ok: boolean;
}

/** Summarizes the rounds: first a line for each fault, then the lines with goals. */
export function scoreRounds(results: readonly RoundResult[]): ScoreLine[] {
  const goals = SCORE_LINES.flatMap(({ line, goal, of, score }) => {
    const rounds = results.filter(({ fault }) => of.test(fault));
    if (rounds.length === 0) return [];
    const { n, value } = score(rounds);
    return [{ line, n, value: oneDecimal(value), goal, ok: n > 0 && value <= goal }];
  });
  return [...scoreFaults(results), ...goals];
}

/** Rounds to one decimal, which is how seconds are shown. */
function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

function scoreFaults(results: readonly RoundResult[]): ScoreLine[] {
  const byFault = Map.groupBy(results, ({ fault }) => fault);
  return [...byFault].flatMap(([fault, rounds]) => {
    const sum = (valueOf: (round: RoundResult) => number): number =>
      rounds.reduce((total, round) => total + valueOf(round), 0);
    const strikes = sum((round) => round.strikes);
    const hits = sum((round) => round.hits);
    const findings = sum((round) => round.findings.length);
    return [
      { line: `${fault}: strikes that hit`, n: strikes, value: hits, goal: strikes, ok: hits === strikes },
      { line: `${fault}: findings`, n: rounds.length, value: findings, goal: 0, ok: findings === 0 },
    ];
  });
}

/** Formats the lines as a table for a terminal. */
export function formatScorecard(lines: readonly ScoreLine[]): string {
  const width = Math.max(...lines.map(({ line }) => line.length));
  return lines
    .map(
      ({ line, n, value, goal, ok }) =>
        `${ok ? '✓' : '✗'} ${line.padEnd(width)}  ${value}, goal ${goal} (n ${n})`,
    )
    .join('\n');
}
