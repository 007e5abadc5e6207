import type { CrawlWorld } from './crawl-world.ts';

/** A request as the sandbox's storefront has logged it. */
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

/** What the storefront was asked for menus, in order. */
export async function menuRequests(world: CrawlWorld): Promise<Logged[]> {
  const { requests } = await world.control<{ requests: Logged[] }>('GET', '/control/requests');
  return requests.filter(({ operation }) => operation === 'FilteredProducts');
}

/** Has the storefront misbehave by these rules. */
export const strike = (world: CrawlWorld, ...rules: object[]): Promise<unknown> =>
  world.control('POST', '/control/faults', { rules });
