import type { Db } from '../db/connect.ts';
import { countRegularCrawls } from '../db/queries/regular-crawls.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import type { Role } from '../domain/role.ts';
import type { RegularStart } from '../temporal-client/describe-schedules.ts';
import { ROLE_WORKFLOWS } from '../domain/role-workflows.ts';

/** How many tasks of a role were started within the last day; for roles of chains, on one platform. */
export interface Load {
  role: Role;
  platform: PlatformName | null;
  startedLastDay: number;
}

/** Returns how many tasks of a role and platform arrive in an hour. */
export type Arrivals = (load: Load) => number;

/**
 * Estimates arrivals an hour: the larger of what schedules will start and what was started over the last day. Schedules include
 * stores that were added today and starts that a fan-out still holds back; the last day includes what people start.
 */
export async function readArrivals(db: Db, regular: RegularStart[]): Promise<Arrivals> {
  const crawls = await countRegularCrawls(db, regular.flatMap(crawlsOf));
  return ({ role, platform, startedLastDay }) => {
    const scheduled = platform === null ? startsOf(role, regular) : scheduledChains(role, platform, crawls);
    return Math.max(scheduled, startedLastDay / 24);
  };
}

/**
 * Returns how many chains of a role start by schedule in an hour, on one platform; 0 for `product_discovery`, because first crawls have no
 * schedule.
 */
function scheduledChains(role: Role, platform: PlatformName, crawls: Map<PlatformName, number>): number {
  return role === 'payload_fetch' ? (crawls.get(platform) ?? 0) : 0;
}

function crawlsOf({ start, intervalHours }: RegularStart) {
  if (start.workflow !== 'crawlDue') return [];
  const { scope, platform, intervalHours: dueAfterHours, ownIntervals } = start.input;
  const countsOwn = dueAfterHours > 0 && ownIntervals !== false;
  return [{ scope, platform: platform ?? null, intervalHours, ownIntervals: countsOwn }];
}

function startsOf(role: Role, regular: RegularStart[]): number {
  return regular
    .filter(({ start }) => start.workflow === ROLE_WORKFLOWS[role])
    .reduce((perHour, { intervalHours }) => perHour + 1 / intervalHours, 0);
}
