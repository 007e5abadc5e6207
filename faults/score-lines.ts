import { COUNTED, type Counted } from './check/finding.ts';
import type { RoundResult } from './run-rounds.ts';
import { API_FAULT, REPEATED_STARTS } from './strikes/api-fault.ts';
import { UNCLEAN_STOPS } from './strikes/sigterm-fault.ts';
import {
  DEAD_WORKERS,
  SECONDS_BEYOND_HEARTBEAT,
  SECONDS_UNTIL_WORK_GOES_ON,
} from './strikes/stage-faults.ts';
import { API_CLOCK_FAULT } from './strikes/api-clock-fault.ts';
import { CLOCK_FAULTS } from './strikes/clock-faults.ts';
import { DISK_FAULT, DISK_RECOVERY } from './strikes/disk-fault.ts';
import { GOOD_PROXIES_BLAMED } from './strikes/proxy-fault.ts';
import { GOING_ON_SECONDS, PROCESSES_LEFT } from './strikes/start-fault.ts';
import { FIRST_CRAWL_SECONDS, PROXIES_BURNED, REQUESTS_TOO_MANY } from './strikes/storm-fault.ts';
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
  ...COUNTED.map((line) => ({ line, goal: 0, score: findingsOf(line) })),
  {
    line: 'PostgreSQL killed: acknowledged crawls lost',
    goal: 0,
    score: findingsOf('acknowledged crawls lost', 'postgres-kill'),
  },
  {
    line: 'PostgreSQL killed: seconds until work goes on',
    goal: 10,
    score: largestFigure(SECONDS_UNTIL_WORK_GOES_ON),
  },
  { line: 'PostgreSQL killed: workers that died', goal: 0, score: sumOfFigures(DEAD_WORKERS) },
  {
    line: 'Temporal killed: acknowledged crawls lost',
    goal: 0,
    score: findingsOf('acknowledged crawls lost', 'temporal-kill'),
  },
  {
    line: 'API killed: acknowledged crawls lost',
    goal: 0,
    score: findingsOf('acknowledged crawls lost', API_FAULT.name),
  },
  { line: 'API killed: crawls started twice', goal: 0, score: sumOfFigures(REPEATED_STARTS) },
  {
    line: 'worker killed: seconds beyond the heartbeat timeout until a stage runs again, p95',
    goal: 15,
    score: percentileOfFigures(SECONDS_BEYOND_HEARTBEAT, 0.95),
  },
  { line: 'SIGTERM: stops that were not clean', goal: 0, score: sumOfFigures(UNCLEAN_STOPS) },
  { line: 'clocks: wrong products and snapshots', goal: 0, score: wrongAfterClocks },
  {
    line: 'disk full: acknowledged crawls lost',
    goal: 0,
    score: findingsOf('acknowledged crawls lost', DISK_FAULT.name),
  },
  { line: DISK_RECOVERY, goal: 60, score: largestFigure(DISK_RECOVERY) },
  { line: 'good proxies blamed beside bad ones', goal: 0, score: sumOfFigures(GOOD_PROXIES_BLAMED) },
  { line: 'proxies burned in a storm of 403', goal: 0, score: sumOfFigures(PROXIES_BURNED) },
  { line: 'first crawl after a storm, s', goal: 60, score: largestFigure(FIRST_CRAWL_SECONDS) },
  { line: REQUESTS_TOO_MANY, goal: 0, score: sumOfFigures(REQUESTS_TOO_MANY) },
  { line: PROCESSES_LEFT, goal: 0, score: sumOfFigures(PROCESSES_LEFT) },
  // A worker is missed after a minute, or less; a start takes less than that.
  { line: GOING_ON_SECONDS, goal: 75, score: largestFigure(GOING_ON_SECONDS) },
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

/** How many findings a line counts, in all rounds or in those of one fault. */
function findingsOf(line: Counted, fault?: string): ScoreLineSpec['score'] {
  return (results) => {
    const rounds = results.filter((result) => fault === undefined || result.fault === fault);
    if (rounds.length === 0) return null;
    return {
      n: rounds.reduce((sum, { looked }) => sum + (looked[line] ?? 0), 0),
      value: rounds.flatMap(({ findings }) => findings.filter(({ counted }) => counted === line)).length,
    };
  };
}

/** Findings in the catalog after rounds with a wrong clock; `n` is of snapshots. */
function wrongAfterClocks(results: readonly RoundResult[]): Score | null {
  const names = [...CLOCK_FAULTS, API_CLOCK_FAULT].map(({ name }) => name);
  const rounds = results.filter(({ fault }) => names.includes(fault));
  const wrong = rounds
    .flatMap(({ findings }) => findings)
    .filter(({ check }) => check === 'products' || check === 'history');
  const snapshots = rounds.reduce((sum, { looked }) => sum + (looked['duplicate snapshots'] ?? 0), 0);
  return rounds.length === 0 ? null : { n: snapshots, value: wrong.length };
}

/** The largest figure of a name, in all rounds. */
function largestFigure(name: string): ScoreLineSpec['score'] {
  return (results) => {
    const values = figuresOf(results, name);
    return values.length === 0 ? null : { n: values.length, value: Math.max(...values) };
  };
}

/** The figure of a name that a share of them, in all rounds, does not exceed. */
function percentileOfFigures(name: string, share: number): ScoreLineSpec['score'] {
  return (results) => {
    const values = figuresOf(results, name).toSorted((one, other) => one - other);
    const value = values[Math.max(0, Math.ceil(share * values.length) - 1)];
    return value === undefined ? null : { n: values.length, value };
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
