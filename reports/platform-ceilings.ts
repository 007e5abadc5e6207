import type { PaceReport } from '../db/queries/pace-control.ts';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import { requestsPerHour } from '../domain/pace-ceiling.ts';

/** The limits of each platform where no operator has set others. */
export type UsualPaces = Record<PlatformName, { requestsPerSecond: number; maxConcurrentRequests: number }>;

/**
 * Returns how many menus an hour the pace of each platform allows: 0 for a stopped one, no entry for a platform whose requests per menu are
 * unknown.
 */
export function menusPerHour(
  paces: PaceReport[],
  pages: Map<PlatformName, number>,
  usual: UsualPaces,
): Map<PlatformName, number> {
  return new Map(
    PLATFORM_NAMES.flatMap((platform): [PlatformName, number][] => {
      const requests = pages.get(platform);
      const pace = paces.find(({ target }) => target === platform);
      if (pace?.stoppedAt) return [[platform, 0]];
      if (requests === undefined) return [];
      return [[platform, perHour(pace, usual[platform]) / requests]];
    }),
  );
}

function perHour(pace: PaceReport | undefined, usual: UsualPaces[PlatformName]): number {
  return requestsPerHour({
    requestsPerSecond: pace?.requestsPerSecond ?? usual.requestsPerSecond,
    maxConcurrentRequests: pace?.maxConcurrentRequests ?? usual.maxConcurrentRequests,
    speed: pace?.speed ?? 1,
    crawlDelayMs: pace?.crawlDelayMs ?? 0,
    answerMs: pace?.latencyRecentMs ?? null,
    isStopped: false,
  });
}
