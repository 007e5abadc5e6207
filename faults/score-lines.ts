import { COUNTED, type Counted } from './check/finding.ts';
import type { RoundResult } from './run-rounds.ts';
import type { Figure } from './strikes/fault.ts';
import { REPEATED_STARTS } from './strikes/api-fault.ts';
import { UNCLEAN_STOPS } from './strikes/sigterm-fault.ts';
import {
  DEAD_WORKERS,
  SECONDS_BEYOND_HEARTBEAT,
  SECONDS_UNTIL_WORK_GOES_ON,
} from './strikes/stage-faults.ts';
import { ANSWERED_OTHERWISE } from './strikes/api-clock-fault.ts';
import { BEGUN_WITH_WRONG_CLOCK } from './strikes/clock-faults.ts';
import { DISK_RECOVERY } from './strikes/disk-fault.ts';
import { DOWNLOAD_FIGURES } from './strikes/download-faults.ts';
import { JOB_FIGURES } from './strikes/jobs-fault.ts';
import { GOOD_PROXIES_BLAMED } from './strikes/proxy-fault.ts';
import { GOING_ON_SECONDS, PROCESSES_LEFT } from './strikes/start-fault.ts';
import {
  BREAKER_OPENINGS,
  FIRST_CRAWL_SECONDS,
  PROXIES_BURNED,
  REQUESTS_TOO_MANY,
} from './strikes/storm-fault.ts';
import { FREEZE_FIGURES } from './strikes/freeze-faults.ts';
import { LINK_FIGURES } from './strikes/link-faults.ts';

/** The result of one scorecard line in a run. */
interface Score {
  /** The number of items checked. */
  n: number;
  value: number;
}

/** One line of the scorecard. It passes if something was checked and its value is at most its goal. */
export interface ScoreLineSpec {
  line: string;
  goal: number;
  /** Matches the names of the faults whose rounds count for the line. */
  of: RegExp;
  /** @param results of rounds of these faults, at least one */
  score: (results: readonly RoundResult[]) => Score;
}

const ALL = /./;

/** The lines, in the order in which they are shown. */
export const SCORE_LINES: readonly ScoreLineSpec[] = [
  ...COUNTED.map((line) => ({ line, goal: 0, of: ALL, score: findingsOf(line) })),
  {
    line: 'PostgreSQL killed: acknowledged crawls lost',
    goal: 0,
    of: /^postgres-kill$/,
    score: findingsOf('acknowledged crawls lost'),
  },
  {
    line: 'PostgreSQL killed: seconds until work goes on',
    goal: 10,
    of: /^postgres-kill$/,
    score: largestFigure(SECONDS_UNTIL_WORK_GOES_ON),
  },
  {
    line: 'PostgreSQL killed: workers that died',
    goal: 0,
    of: /^postgres-kill$/,
    score: sumOfFigures(DEAD_WORKERS),
  },
  {
    line: 'Temporal killed: acknowledged crawls lost',
    goal: 0,
    of: /^temporal-kill$/,
    score: findingsOf('acknowledged crawls lost'),
  },
  {
    line: 'API killed: acknowledged crawls lost',
    goal: 0,
    of: /^api-kill$/,
    score: findingsOf('acknowledged crawls lost'),
  },
  {
    line: 'API killed: crawls started twice',
    goal: 0,
    of: /^api-kill$/,
    score: sumOfFigures(REPEATED_STARTS),
  },
  {
    line: 'worker killed: seconds beyond the heartbeat timeout until a stage runs again, p95',
    goal: 15,
    of: /^worker-kill$/,
    score: percentileOfFigures(SECONDS_BEYOND_HEARTBEAT, 0.95),
  },
  {
    line: 'SIGTERM: stops that were not clean',
    goal: 0,
    of: /^worker-sigterm$/,
    score: sumOfFigures(UNCLEAN_STOPS),
  },
  { line: 'clocks: wrong products and snapshots', goal: 0, of: /^(api-)?clock/, score: wrongInCatalog },
  {
    line: 'clocks: stages begun by a worker whose clock was wrong',
    goal: 0,
    of: /^clock/,
    score: sumOfFigures(BEGUN_WITH_WRONG_CLOCK),
  },
  {
    line: 'clocks: repeated requests that started another crawl',
    goal: 0,
    of: /^api-clock$/,
    score: sumOfFigures(ANSWERED_OTHERWISE),
  },
  {
    line: 'disk full: acknowledged crawls lost',
    goal: 0,
    of: /^disk-full$/,
    score: findingsOf('acknowledged crawls lost'),
  },
  { line: DISK_RECOVERY, goal: 60, of: /^disk-full$/, score: largestFigure(DISK_RECOVERY) },
  {
    line: DOWNLOAD_FIGURES.requestedAgain,
    goal: 1_000_000,
    of: /^download-kill$/,
    score: largestFigure(DOWNLOAD_FIGURES.requestedAgain),
  },
  {
    line: DOWNLOAD_FIGURES.wrongFiles,
    goal: 0,
    of: /^download/,
    score: sumOfFigures(DOWNLOAD_FIGURES.wrongFiles),
  },
  {
    line: DOWNLOAD_FIGURES.notRefused,
    goal: 0,
    of: /^download-kill$/,
    score: sumOfFigures(DOWNLOAD_FIGURES.notRefused),
  },
  {
    line: DOWNLOAD_FIGURES.diskRecovery,
    goal: 60,
    of: /^download-disk-full$/,
    score: largestFigure(DOWNLOAD_FIGURES.diskRecovery),
  },
  ...Object.values(JOB_FIGURES).map((line) => ({
    line,
    goal: 0,
    of: /^jobs-kill$/,
    score: sumOfFigures(line),
  })),
  {
    line: 'healthy proxies penalized beside bad ones',
    goal: 0,
    of: /^bad-proxies$/,
    score: sumOfFigures(GOOD_PROXIES_BLAMED),
  },
  {
    line: 'proxies burned in a storm of 403',
    goal: 0,
    of: /^block-storm$/,
    score: sumOfFigures(PROXIES_BURNED),
  },
  {
    line: 'first crawl after a storm, s',
    goal: 60,
    of: /^block-storm$/,
    score: largestFigure(FIRST_CRAWL_SECONDS),
  },
  // The storm lasts a minute, and the breaker's trials are at least ten seconds apart.
  { line: BREAKER_OPENINGS, goal: 8, of: /^block-storm$/, score: largestFigure(BREAKER_OPENINGS) },
  { line: REQUESTS_TOO_MANY, goal: 0, of: /^block-storm$/, score: sumOfFigures(REQUESTS_TOO_MANY) },
  { line: PROCESSES_LEFT, goal: 0, of: /^start-kill$/, score: sumOfFigures(PROCESSES_LEFT) },
  // Temporal notices the dead worker after at most a minute. The next start is quicker, so it does not delay the stage.
  { line: GOING_ON_SECONDS, goal: 75, of: /^start-kill$/, score: largestFigure(GOING_ON_SECONDS) },
  {
    line: 'writes of stale attempts',
    goal: 0,
    // Leaves out the freeze of 35 s: a fetch may go without heartbeats for that long, but other stages may go longer.
    of: /^freeze-(?!35s)/,
    score: sumOfFigures(FREEZE_FIGURES.staleWrites),
  },
  {
    line: 'lost COMMIT answers: crawls lost',
    goal: 0,
    of: /^link-commit$/,
    score: sumOfFigures(LINK_FIGURES.commit.crawlsLost),
  },
  {
    line: 'lost COMMIT answers: worker processes ended',
    goal: 0,
    of: /^link-commit$/,
    score: sumOfFigures(LINK_FIGURES.commit.workersEnded),
  },
  {
    line: 'link to PostgreSQL cut, held or slow: crawls lost',
    goal: 0,
    of: /^link-(?!commit)/,
    score: sumOfFigures(LINK_FIGURES.other.crawlsLost),
  },
  {
    line: 'link to PostgreSQL cut, held or slow: worker processes ended',
    goal: 0,
    of: /^link-(?!commit)/,
    score: sumOfFigures(LINK_FIGURES.other.workersEnded),
  },
];

/** Counts the findings of a line. */
function findingsOf(line: Counted): ScoreLineSpec['score'] {
  return (rounds) => ({
    n: rounds.reduce((sum, { looked }) => sum + (looked[line] ?? 0), 0),
    value: rounds.flatMap(({ findings }) => findings.filter(({ counted }) => counted === line)).length,
  });
}

/** Counts findings in the catalog; `n` is the number of checked snapshots. */
function wrongInCatalog(rounds: readonly RoundResult[]): Score {
  const wrong = rounds
    .flatMap(({ findings }) => findings)
    .filter(({ check }) => check === 'products' || check === 'history');
  const snapshots = rounds.reduce((sum, { looked }) => sum + (looked['duplicate snapshots'] ?? 0), 0);
  return { n: snapshots, value: wrong.length };
}

/** Returns the largest figure with this name. */
function largestFigure(name: string): ScoreLineSpec['score'] {
  return percentileOfFigures(name, 1);
}

/** Returns a percentile of the figures with this name. @param share from 0 to 1 */
function percentileOfFigures(name: string, share: number): ScoreLineSpec['score'] {
  return (results) => {
    const values = figuresOf(results, name)
      .map(({ value }) => value)
      .toSorted((one, other) => one - other);
    return { n: values.length, value: values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0 };
  };
}

/** Returns the sum of the figures with this name. */
function sumOfFigures(name: string): ScoreLineSpec['score'] {
  return (results) => {
    const figures = figuresOf(results, name);
    return {
      n: figures.reduce((sum, { n = 1 }) => sum + n, 0),
      value: figures.reduce((sum, { value }) => sum + value, 0),
    };
  };
}

function figuresOf(results: readonly RoundResult[], name: string): Figure[] {
  return results.flatMap(({ figures }) => figures.filter((figure) => figure.name === name));
}
