import type { Db } from '../db/connect.ts';
import { listOpenBreakers, type OpenBreaker } from '../db/queries/overview-figures.ts';
import { listPaces, type PaceReport } from '../db/queries/pace-control.ts';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import { toBreaker, type BreakerAnswer } from './breaker-answer.ts';

interface Limits {
  requestsPerSecond: number;
  maxConcurrentRequests: number;
}

/** The default limits, used where no operator has set any. */
export interface UsualLimits {
  platforms: Record<PlatformName, Limits>;
  otherHosts: Limits;
}

/** The pace of a platform or another host, with the fields of the API's responses. */
export interface PlatformPace {
  target: string;
  requests_per_second: number;
  max_concurrent_requests: number;
  /** Limits that an operator set; the others are the defaults. */
  set_by_operator: ('requests_per_second' | 'max_concurrent_requests')[];
  speed: number;
  stopped_at: string | null;
  stopped_because: string | null;
  waits_until: string | null;
  crawl_delay_ms: number;
  latency_recent_ms: number | null;
  latency_usual_ms: number | null;
  under_way: number;
  waiting: number;
  /** Null: it does not refuse every proxy. */
  breaker: BreakerAnswer | null;
}

/** What the database knows of the targets. */
interface Known {
  paces: readonly PaceReport[];
  breakers: readonly OpenBreaker[];
}

/** Lists the pace of every platform, then of each other host that was requested or has limits. */
export async function listPlatformPaces(db: Db, usual: UsualLimits): Promise<PlatformPace[]> {
  const known = await readKnown(db);
  const others = known.paces.filter(({ target }) => !PLATFORM_NAMES.some((name) => name === target));
  return [
    ...PLATFORM_NAMES.map((name) => paceOf(name, known, usual)),
    ...others.map((report) => describePace(report, usual.otherHosts, known.breakers)),
  ];
}

/** Reads the pace of one platform. */
export async function readPlatformPace(
  db: Db,
  name: PlatformName,
  usual: UsualLimits,
): Promise<PlatformPace> {
  return paceOf(name, await readKnown(db), usual);
}

async function readKnown(db: Db): Promise<Known> {
  const [paces, breakers] = await Promise.all([listPaces(db), listOpenBreakers(db)]);
  return { paces, breakers };
}

function paceOf(name: PlatformName, { paces, breakers }: Known, usual: UsualLimits): PlatformPace {
  const report = paces.find(({ target }) => target === name) ?? restingPace(name);
  return describePace(report, usual.platforms[name], breakers);
}

/** Converts a pace to the fields of responses, with default limits where no operator has set any. */
export function describePace(
  report: PaceReport,
  usual: Limits,
  breakers: readonly OpenBreaker[] = [],
): PlatformPace {
  const { requestsPerSecond, maxConcurrentRequests } = report;
  const breaker = breakers.find(({ target }) => target === report.target);
  return {
    target: report.target,
    requests_per_second: requestsPerSecond ?? usual.requestsPerSecond,
    max_concurrent_requests: maxConcurrentRequests ?? usual.maxConcurrentRequests,
    set_by_operator: [
      ...(requestsPerSecond === null ? [] : (['requests_per_second'] as const)),
      ...(maxConcurrentRequests === null ? [] : (['max_concurrent_requests'] as const)),
    ],
    speed: report.speed,
    stopped_at: report.stoppedAt?.toISOString() ?? null,
    stopped_because: report.stoppedBecause,
    waits_until: report.waitsUntil?.toISOString() ?? null,
    crawl_delay_ms: report.crawlDelayMs,
    latency_recent_ms: report.latencyRecentMs,
    latency_usual_ms: report.latencyUsualMs,
    under_way: report.underWay,
    waiting: report.waiting,
    breaker: breaker === undefined ? null : toBreaker(breaker),
  };
}

/** Returns the pace of a target that was never requested and has no limits of its own. */
export function restingPace(target: string): PaceReport {
  return {
    target,
    requestsPerSecond: null,
    maxConcurrentRequests: null,
    speed: 1,
    stoppedAt: null,
    stoppedBecause: null,
    waitsUntil: null,
    crawlDelayMs: 0,
    latencyRecentMs: null,
    latencyUsualMs: null,
    underWay: 0,
    waiting: 0,
  };
}
