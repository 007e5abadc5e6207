import type { CrawlWorld } from './crawl-world.ts';
import type { LoggedRequest } from '../../sandbox/storefront/request-log.ts';

/** Returns the requests that reached the API of a platform, in order. */
export async function readApiRequests(world: CrawlWorld): Promise<LoggedRequest[]> {
  const { requests } = await world.control<{ requests: LoggedRequest[] }>('GET', '/control/requests');
  return requests.filter(({ operation }) => operation !== null);
}

/** Returns the largest number of requests that began within the same second. */
export function mostInASecond(requests: readonly LoggedRequest[]): number {
  const times = requests.map(({ at }) => Date.parse(at));
  return Math.max(...times.map((first) => times.filter((at) => at >= first && at < first + 1000).length));
}

/** Returns the largest number of requests that were open at the same time. */
export function mostAtOnce(requests: readonly LoggedRequest[]): number {
  const spans = requests.map(({ at, endedAt }) => ({
    from: Date.parse(at),
    to: endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt),
  }));
  return Math.max(
    ...spans.map(({ from: moment }) => spans.filter(({ from, to }) => from <= moment && moment < to).length),
  );
}
