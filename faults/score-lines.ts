import type { RoundResult } from './run-rounds.ts';
import { GOOD_PROXIES_BLAMED } from './strikes/proxy-fault.ts';
import { GOING_ON_SECONDS, PROCESSES_LEFT } from './strikes/start-fault.ts';
import { FIRST_CRAWL_SECONDS, PROXIES_BURNED, REQUESTS_TOO_MANY } from './strikes/storm-fault.ts';

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
  { line: 'good proxies blamed beside bad ones', goal: 0, score: sumOfFigures(GOOD_PROXIES_BLAMED) },
  { line: 'proxies burned in a storm of 403', goal: 0, score: sumOfFigures(PROXIES_BURNED) },
  { line: 'first crawl after a storm, s', goal: 60, score: largestFigure(FIRST_CRAWL_SECONDS) },
  { line: REQUESTS_TOO_MANY, goal: 0, score: sumOfFigures(REQUESTS_TOO_MANY) },
  { line: PROCESSES_LEFT, goal: 0, score: sumOfFigures(PROCESSES_LEFT) },
  // A worker is missed after a minute, or less; a start takes less than that.
  { line: GOING_ON_SECONDS, goal: 75, score: largestFigure(GOING_ON_SECONDS) },
];

/** The largest figure of a name, in all rounds. */
function largestFigure(name: string): ScoreLineSpec['score'] {
  return (results) => {
    const values = figuresOf(results, name);
    return values.length === 0 ? null : { n: values.length, value: Math.max(...values) };
  };
}

/** The sum of the figures of a name, in all rounds. */
function sumOfFigures(name: string): ScoreLineSpec['score'] {
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
