import type { RoundResult } from './run-rounds.ts';
import { FREEZE_FIGURES } from './strikes/freeze-faults.ts';
import { LINK_FIGURES } from './strikes/link-faults.ts';

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
  { line: 'writes of stale attempts', goal: 0, score: sumOfFigures(FREEZE_FIGURES.staleWrites) },
  { line: 'lost COMMIT answers: crawls lost', goal: 0, score: sumOfFigures(LINK_FIGURES.commit.crawlsLost) },
  {
    line: 'lost COMMIT answers: worker processes ended',
    goal: 0,
    score: sumOfFigures(LINK_FIGURES.commit.workersEnded),
  },
  {
    line: 'link to PostgreSQL cut, held or slow: crawls lost',
    goal: 0,
    score: sumOfFigures(LINK_FIGURES.other.crawlsLost),
  },
  {
    line: 'link to PostgreSQL cut, held or slow: worker processes ended',
    goal: 0,
    score: sumOfFigures(LINK_FIGURES.other.workersEnded),
  },
];

/** The largest figure of a name, in all rounds. */
export function largestFigure(name: string): ScoreLineSpec['score'] {
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
