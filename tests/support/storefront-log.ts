import type { CrawlWorld } from './crawl-world.ts';
import type { LoggedRequest } from '../../sandbox/storefront/request-log.ts';

/** Requests that reached the platform's API, in order. */
export async function readApiRequests(world: CrawlWorld): Promise<LoggedRequest[]> {
  const { requests } = await world.control<{ requests: LoggedRequest[] }>('GET', '/control/requests');
  return requests.filter(({ operation }) => operation !== null);
}

/** The largest number of requests within any second. */
export function mostInASecond(requests: readonly LoggedRequest[]): number {
  const times = requests.map(({ at }) => Date.parse(at));
  return Math.max(...times.map((first) => times.filter((at) => at >= first && at < first + 1000).length));
}

/** The largest number of requests open at any moment. */
export function mostAtOnce(requests: readonly LoggedRequest[]): number {
  const spans = requests.map(({ at, endedAt }) => ({
    from: Date.parse(at),
    to: endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt),
  }));
  return Math.max(
    ...spans.map(({ from: moment }) => spans.filter(({ from, to }) => from <= moment && moment < to).length),
  );
}
