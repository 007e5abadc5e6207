import type { Db } from '../db/connect.ts';
import { listPaces, type PaceReport } from '../db/queries/pace-control.ts';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';

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
}

/** Lists the pace of every platform, then of each other host that was requested or has limits. */
export async function listPlatformPaces(db: Db, usual: UsualLimits): Promise<PlatformPace[]> {
  const reports = await listPaces(db);
  const others = reports.filter(({ target }) => !PLATFORM_NAMES.some((name) => name === target));
  return [
    ...PLATFORM_NAMES.map((name) => paceOf(name, reports, usual)),
    ...others.map((report) => describePace(report, usual.otherHosts)),
  ];
}

/** Reads the pace of one platform. */
export async function readPlatformPace(
  db: Db,
  name: PlatformName,
  usual: UsualLimits,
): Promise<PlatformPace> {
  return paceOf(name, await listPaces(db), usual);
}

function paceOf(name: PlatformName, reports: readonly PaceReport[], usual: UsualLimits): PlatformPace {
  const report = reports.find(({ target }) => target === name) ?? restingPace(name);
  return describePace(report, usual.platforms[name]);
}

/** Converts a pace to the fields of responses, with default limits where no operator has set any. */
export function describePace(report: PaceReport, usual: Limits): PlatformPace {
  const { requestsPerSecond, maxConcurrentRequests } = report;
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
