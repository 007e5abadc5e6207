import type { RoundResult } from './run-rounds.ts';

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
export const SCORE_LINES: readonly ScoreLineSpec[] = [];

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
