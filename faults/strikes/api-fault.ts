import { sql } from 'kysely';
import type { CrawlRequest } from '../load/request-crawls.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { takeLock, type DatabaseLock } from '../world/database-lock.ts';
import { until } from '../world/until.ts';
import type { Fault } from './fault.ts';

/** The name of the fault's figure. */
export const REPEATED_STARTS = 'crawls that were started a second time for one request';

const MOMENTS = ['before the start', 'after the start'] as const;

type Moment = (typeof MOMENTS)[number];

/** Kills the API while it handles a request: before it starts the crawl, or after that and before it stores its response. */
export const API_FAULT: Fault<Moment> = {
  name: 'api-kill',
  about:
    'kill -9 of the API while it handles a request for a crawl; the caller repeats the request with the same key.',
  moments: MOMENTS,
  // The killed process has claimed the request for two minutes; a repeated request waits that long before it is carried
  // out.
  roundSeconds: 150,
  strikes: 6,
  momentsOf: async () => MOMENTS,
  async strike(scene, { store, moment }) {
    const { world } = scene;
    const requestedAt = new Date();
    const beforeStart = await takeLock(world, 'lock table dispensaries in access exclusive mode');
    const request = scene.requests.send(store.dispensaryId);
    // The round waits for the request at its end, and reports a refusal then.
    request.acknowledged.catch(() => undefined);
    await until(`the request ${request.key} is taken`, () => isUnanswered(world, request));
    const held = moment === 'before the start' ? beforeStart : await passStart(world, request, beforeStart);
    await until(`the request ${request.key} waits`, () => held.isWaitedFor({ program: 'crawlchain-api' }));
    await scene.api.kill();
    await held.release();
    await scene.api.start();
    return {
      acknowledged: request.acknowledged,
      missed: async () => notBroken(request),
      figures: async () => {
        const crawls = await countCrawls(world, store.dispensaryId, requestedAt);
        return [{ name: REPEATED_STARTS, value: Math.max(0, crawls - 1) }];
      },
    };
  },
};

/** Lets the request start its crawl, then holds it before it stores its response. */
async function passStart(
  world: CrawlWorld,
  { key }: CrawlRequest,
  beforeStart: DatabaseLock,
): Promise<DatabaseLock> {
  const beforeAnswer = await takeLock(world, `select from api_idempotency where key = '${key}' for update`);
  await beforeStart.release();
  return beforeAnswer;
}

async function isUnanswered({ db }: CrawlWorld, { key }: CrawlRequest): Promise<boolean> {
  const { rows } = await sql`select from api_idempotency where key = ${key} and status is null`.execute(db);
  return rows.length > 0;
}

async function countCrawls({ db }: CrawlWorld, dispensaryId: number, since: Date): Promise<number> {
  const runs = await db
    .selectFrom('crawl_runs')
    .where('dispensary_id', '=', dispensaryId)
    .where('started_at', '>=', since)
    .select('id')
    .execute();
  return runs.length;
}

function notBroken({ key, broken }: CrawlRequest): string | null {
  return broken > 0 ? null : `no connection of the request ${key} broke`;
}
