import { untilClosed } from '../load/are-closed.ts';
import { sql } from 'kysely';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import type { Fault, Figure } from './fault.ts';
import { blamedIn, lastEvent } from './proxy-fault.ts';

/** The names of the figures. */
export const PROXIES_BURNED = 'proxies burned in a storm';
export const FIRST_CRAWL_SECONDS = 'seconds from health to the first crawl';
export const BREAKER_OPENINGS = 'openings of the breaker in a storm';
export const REQUESTS_TOO_MANY = 'excess requests in a storm (more than one for each store and trial)';

/** The limits that workers have at a real site, so that the strike also shows whether a slowed pace recovers after the storm. */
const USUAL_PACE = { DUTCHIE_REQUESTS_PER_SECOND: '4', DUTCHIE_MAX_CONCURRENT_REQUESTS: '8' };

type StormFault = Pick<Fault, 'name' | 'about' | 'roundSeconds'> & {
  /** The status of every response of the storefront; null for its usual responses. */
  status: number | null;
  /** How long the storm lasts after the breaker has opened. */
  lastsSeconds: number;
  /** How long the storm lasts if no breaker opens. */
  lastsSecondsMax: number;
};

/** Lets the storefront refuse all requests for a while. */
export const STORM_FAULT = strikingStorefront({
  name: 'block-storm',
  about: 'The storefront answers 403 to every request of every store for a minute, and then is healthy.',
  roundSeconds: 150,
  status: 403,
  lastsSeconds: 60,
  lastsSecondsMax: 300,
});

/** Creates a fault in which the storefront answers every request with the same status. */
export function strikingStorefront({ status, lastsSeconds, lastsSecondsMax, ...fault }: StormFault): Fault {
  const moments = ['before the first page'];
  return {
    ...fault,
    strikes: 1,
    moments,
    momentsOf: async () => moments,
    async strike({ world, worker, requests }, { store }) {
      // Waits until all crawls have ended, so that every store meets the storm. If only one store were refused, that would count as a
      // block of this store, and its crawl would fail.
      await untilClosed(world, requests);
      await worker.stop();
      const from = await lastEvent(world);
      const { last } = await world.control<{ last: number }>('GET', '/control/requests?since=1000000000');
      const { host } = new URL(world.sandbox.graphqlUrl);
      const action = status === null ? { type: 'latency', ms: 0 } : { type: 'status', status };
      await world.control('POST', '/control/faults', { rules: [{ match: { host }, action }] });
      const stores = new Set(requests.acknowledged.map(({ dispensaryId }) => dispensaryId));
      for (const id of stores.add(store.dispensaryId)) await requests.send(id).acknowledged;
      await worker.start(USUAL_PACE);
      await until('the storm is over', () => hasLasted(world, lastsSeconds), {
        timeoutMs: lastsSecondsMax * 1_000,
      }).catch(() => undefined);
      const openings = (await readBreaker(world))?.openings ?? 0;
      const tooMany = await countTooMany(world, { since: last, openings });
      await world.control('DELETE', '/control/faults');
      const healthyAt = new Date();
      return {
        missed: () => noneRefused(world, from),
        figures: async () => [
          await countBurned(world, from),
          { name: BREAKER_OPENINGS, value: openings },
          { name: REQUESTS_TOO_MANY, value: tooMany },
          { name: FIRST_CRAWL_SECONDS, value: await secondsToCrawl(world, healthyAt) },
        ],
      };
    },
  };
}

async function readBreaker({ db }: CrawlWorld): Promise<{ openings: number; seconds: number } | undefined> {
  const { rows } = await sql<{ openings: number; seconds: number }>`
    select openings, extract(epoch from clock_timestamp() - opened_at)::float8 as seconds from target_breakers
  `.execute(db);
  return rows[0];
}

async function hasLasted(world: CrawlWorld, lastsSeconds: number): Promise<boolean> {
  const breaker = await readBreaker(world);
  return breaker !== undefined && breaker.seconds >= lastsSeconds;
}

/**
 * Counts the refused requests beyond the expected ones: one for each store, which were open when the breaker opened, and one for each
 * trial.
 */
async function countTooMany(
  world: CrawlWorld,
  { since, openings }: { since: number; openings: number },
): Promise<number> {
  const { requests } = await world.control<{ requests: { operation: string | null; status: number }[] }>(
    'GET',
    `/control/requests?since=${since}`,
  );
  const refused = requests.filter(
    ({ operation, status }) => operation === 'FilteredProducts' && status === 403,
  );
  const stores = await world.db.selectFrom('dispensaries').select('id').execute();
  return Math.max(0, refused.length - (stores.length + openings + 1));
}

async function noneRefused({ db }: CrawlWorld, from: number): Promise<string | null> {
  const refused = await db
    .selectFrom('proxy_events')
    .where('id', '>', from)
    .where('outcome', '=', 'blocked')
    .select('proxy_id')
    .distinct()
    .execute();
  return refused.length > 1 ? null : `${refused.length} proxies were refused`;
}

/** Counts the proxies that were blamed or are inactive. */
async function countBurned(world: CrawlWorld, from: number): Promise<Figure> {
  const blamed = await blamedIn(world, { from, to: await lastEvent(world) });
  const unused = await world.db.selectFrom('proxies').where('is_active', '=', false).select('id').execute();
  return { name: PROXIES_BURNED, value: new Set([...blamed, ...unused.map(({ id }) => id)]).size };
}

/** Returns the seconds until the first crawl completed; until now if none has. */
async function secondsToCrawl({ db }: CrawlWorld, healthyAt: Date): Promise<number> {
  const first = await db
    .selectFrom('crawl_runs')
    .where('status', '=', 'completed')
    .where('ended_at', '>=', healthyAt)
    .select(({ fn }) => fn.min('ended_at').as('endedAt'))
    .executeTakeFirst();
  const endedAt = first?.endedAt ?? new Date();
  return (endedAt.getTime() - healthyAt.getTime()) / 1_000;
}
