import type { CrawlWorld } from './crawl-world.ts';

/** A request in the log of the sandbox's storefront. */
export interface Logged {
  n: number;
  method: string;
  host: string;
  path: string;
  operation: string | null;
  page: number | null;
  order: string | null;
  at: string;
  exitAddress: string | null;
  userAgent: string | null;
  status: number | null;
}

/** Returns the requests for menus that reached the storefront, in order. */
export async function menuRequests(world: CrawlWorld): Promise<Logged[]> {
  const { requests } = await world.control<{ requests: Logged[] }>('GET', '/control/requests');
  return requests.filter(({ operation }) => operation === 'FilteredProducts');
}

/** Adds fault rules to the storefront. */
export const strike = (world: CrawlWorld, ...rules: object[]): Promise<unknown> =>
  world.control('POST', '/control/faults', { rules });
