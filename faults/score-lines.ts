import type { RoundResult } from './run-rounds.ts';
import { API_CLOCK_FAULT } from './strikes/api-clock-fault.ts';
import { CLOCK_FAULTS } from './strikes/clock-faults.ts';
import { DISK_RECOVERY } from './strikes/disk-fault.ts';

/** What a line of the scorecard comes to in a run. */
interface Score {
  /** Of how many. */
  n: number;
  value: number;
}

/** A line of the scorecard that several faults add to. It is met when its value is not above its goal. */
export interface ScoreLineSpec {
  line: string;
  goal: number;
  /** @returns null when no round of this run says anything about it */
  score: (results: readonly RoundResult[]) => Score | null;
}

/** The lines, in the order in which they are shown. */
export const SCORE_LINES: readonly ScoreLineSpec[] = [
  { line: 'clocks: wrong products and snapshots', goal: 0, score: wrongAfterClocks },
  { line: DISK_RECOVERY, goal: 60, score: largestFigure(DISK_RECOVERY) },
];

/** Findings in the catalog after rounds with a wrong clock. */
function wrongAfterClocks(results: readonly RoundResult[]): Score | null {
  const names = [...CLOCK_FAULTS, API_CLOCK_FAULT].map(({ name }) => name);
  const rounds = results.filter(({ fault }) => names.includes(fault));
  const wrong = rounds
    .flatMap(({ findings }) => findings)
    .filter(({ check }) => check === 'products' || check === 'history');
  return rounds.length === 0 ? null : { n: rounds.length, value: wrong.length };
}

/** The largest figure of a name, in all rounds. */
export function largestFigure(name: string): ScoreLineSpec['score'] {
  return (results) => {
    const values = figuresOf(results, name);
    return values.length === 0 ? null : { n: values.length, value: Math.max(...values) };
  };
}

/** The sum of the figures of a name, in all rounds. */
export function sumOfFigures(name: string): ScoreLineSpec['score'] {
  return (results) => {
    const values = figuresOf(results, name);
    return values.length === 0
      ? null
      : { n: values.length, value: values.reduce((sum, value) => sum + value, 0) };
  };
}

function figuresOf(results: readonly RoundResult[], name: string): number[] {
  return results.flatMap(({ figures }) =>
    figures.filter((figure) => figure.name === name).map(({ value }) => value),
  );
}
