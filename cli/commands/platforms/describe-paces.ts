import type { PaceReport } from '../../../db/queries/pace-control.ts';

export interface UsualLimits {
  requestsPerSecond: number;
  maxConcurrentRequests: number;
}

/** Everything about the pace of a platform, or of another host, as `--json` shows it. */
export type PaceDescription = PaceReport & {
  requestsPerSecond: number;
  maxConcurrentRequests: number;
  /** Limits that an operator set by the command. */
  setByCommand: ('requestsPerSecond' | 'maxConcurrentRequests')[];
  /** Whose environment the others are of: the workers', or the command's, which may differ from theirs. */
  othersFrom: 'workers' | 'command';
};

/** Fills in what holds where nobody has set anything. */
export function describePace(
  report: PaceReport,
  usual: UsualLimits,
  othersFrom: PaceDescription['othersFrom'],
): PaceDescription {
  const limits = ['requestsPerSecond', 'maxConcurrentRequests'] as const;
  return {
    ...report,
    requestsPerSecond: report.requestsPerSecond ?? usual.requestsPerSecond,
    maxConcurrentRequests: report.maxConcurrentRequests ?? usual.maxConcurrentRequests,
    setByCommand: limits.filter((limit) => report[limit] !== null),
    othersFrom,
  };
}

/** What was never asked nor set. */
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

/** A paragraph for people: the name and its limits, then what is out of the ordinary. */
export function tellPace(pace: PaceDescription): string {
  const { target, requestsPerSecond, maxConcurrentRequests, setByCommand, underWay, waiting } = pace;
  const rateFrom = setByCommand.includes('requestsPerSecond') ? ' (set)' : '';
  const concurrencyFrom = setByCommand.includes('maxConcurrentRequests') ? ' (set)' : '';
  const lines = [
    `${target}: ${requestsPerSecond} requests a second${rateFrom}, ${maxConcurrentRequests} at once${concurrencyFrom}; ` +
      `${underWay} under way, ${waiting} waiting`,
    ...exceptions(pace).map((line) => `  ${line}`),
  ];
  return lines.join('\n');
}

function exceptions(pace: PaceDescription): string[] {
  const { stoppedAt, stoppedBecause, waitsUntil, speed, crawlDelayMs } = pace;
  const lines: string[] = [];
  if (stoppedAt !== null) lines.push(`stopped since ${stoppedAt.toISOString()}: ${stoppedBecause ?? ''}`);
  if (waitsUntil !== null) lines.push(`asked to be left alone until ${waitsUntil.toISOString()}`);
  if (speed < 1) lines.push(`slowed down to ${Math.round(speed * 100)} % of its requests a second`);
  if (crawlDelayMs > 0) lines.push(`robots.txt asks for ${crawlDelayMs / 1000} s between requests`);
  if (pace.latencyRecentMs !== null && pace.latencyUsualMs !== null) {
    lines.push(
      `answers take ${Math.round(pace.latencyRecentMs)} ms lately, ${Math.round(pace.latencyUsualMs)} ms usually`,
    );
  }
  return lines;
}
