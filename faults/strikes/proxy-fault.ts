import { sql } from 'kysely';
import type { ProxyChange } from '../../sandbox/proxies/exit-addresses.ts';
import { enableProxies } from '../../db/queries/proxies.ts';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import type { Fault, Store } from './fault.ts';
import { holdStage } from './hold-stage.ts';
import type { Scene } from './scene.ts';

/** How a proxy misbehaves. */
type Badness = Omit<ProxyChange, 'exitAddress' | 'works'>;

/** The name of a figure: the good proxies that were blamed in a strike. */
export const GOOD_PROXIES_BLAMED = 'good proxies blamed';

/** The most crawls until a bad proxy is used again: sessions rotate through the proxies. */
const CRAWLS_MAX = 4;

type ProxyFault = Pick<Fault, 'name' | 'about' | 'roundSeconds' | 'strikes'> & {
  /** How the proxy misbehaves, by a name for this behaviour. */
  ways: Record<string, Badness>;
};

/** Makes one of the proxies bad in the middle of a fetch through it. */
export const PROXY_FAULT = strikingProxies({
  name: 'bad-proxies',
  about: 'The proxy of a fetch starts to fail in the middle of it, while the others stay good.',
  ways: {
    'proxy hangs': { breaks: { kind: 'stall', afterBytes: 1 } },
    'proxy cuts answers': { breaks: { kind: 'cut', afterBytes: 600 } },
    // At this speed no response arrives before the request times out.
    'proxy is slow': { bytesPerSecond: 20 },
    'proxy answers 407': { refuses: 407 },
    'proxy answers 502': { refuses: 502 },
  },
  // A request waits half a minute for its response.
  roundSeconds: 100,
  strikes: 5,
});

/** Creates a fault from the ways in which a proxy can be bad. */
export function strikingProxies({ ways, ...fault }: ProxyFault): Fault {
  const moments = Object.keys(ways);
  return {
    ...fault,
    moments,
    momentsOf: async () => moments,
    async strike(scene, { store, moment, random }) {
      const { world } = scene;
      const held = await holdStage(world, { store, random, moment: 'fetch' });
      const crawl = await scene.requests.send(store.dispensaryId).acknowledged;
      await held.underWay(crawl.runId);
      const proxy = await findProxyInUse(world, store);
      const from = await lastEvent(world);
      await changeProxy(world, proxy, ways[moment]!);
      await held.release();
      await crawlUntilFailure(scene, crawl, { ...proxy, from });
      await repair(world, proxy);
      const span = { proxyId: proxy.id, from, to: await lastEvent(world) };
      return {
        missed: async () =>
          (await blamedIn(world, span)).includes(proxy.id)
            ? null
            : `no session failed because the ${moment}, ${proxy.exitAddress}`,
        figures: async () => {
          const blamed = await blamedIn(world, span);
          return [{ name: GOOD_PROXIES_BLAMED, value: blamed.filter((id) => id !== proxy.id).length }];
        },
      };
    },
  };
}

interface UsedProxy {
  id: number;
  exitAddress: string;
}

/** Finds the proxy through which the store's held request came. */
async function findProxyInUse({ db, control, sandbox }: CrawlWorld, { truth }: Store): Promise<UsedProxy> {
  const { requests } = await control<{ requests: HeldRequest[] }>('GET', '/control/requests');
  const held = requests.find((request) => request.held && request.dispensaryId === truth.platformId);
  const access = sandbox.proxies.find(({ exitAddress }) => exitAddress === held?.exitAddress);
  if (access === undefined) throw new Error(`Expected a held request of ${truth.name}`);
  const { id } = await db
    .selectFrom('proxies')
    .where('port', '=', access.port)
    .select('id')
    .executeTakeFirstOrThrow();
  return { id, exitAddress: access.exitAddress };
}

interface HeldRequest {
  held: boolean;
  dispensaryId: string | null;
  exitAddress: string;
}

async function changeProxy(
  { control }: CrawlWorld,
  { exitAddress }: UsedProxy,
  badness: Badness,
): Promise<void> {
  await control('POST', '/control/proxies', { exitAddress, works: true, ...badness });
}

/** Crawls the store until the proxy is blamed, or `CRAWLS_MAX` times: a proxy that opens no tunnels fails only on its next use. */
async function crawlUntilFailure(
  { world, requests }: Scene,
  first: AcknowledgedCrawl,
  { id, from }: UsedProxy & { from: number },
): Promise<void> {
  let crawl = first;
  for (let crawls = 1; ; crawls += 1) {
    const handle = world.client.workflow.getHandle(crawl.workflowId, crawl.runId);
    // A failed crawl is reported by the check.
    await handle.result().catch(() => undefined);
    const blamed = await blamedIn(world, { from, to: await lastEvent(world) });
    if (blamed.includes(id) || crawls === CRAWLS_MAX) return;
    crawl = await requests.send(crawl.dispensaryId).acknowledged;
  }
}

/** Makes a proxy good again, and ends its cool-down as an operator does. */
async function repair(world: CrawlWorld, proxy: UsedProxy): Promise<void> {
  await changeProxy(world, proxy, {});
  // Waits for the end of open sessions, which keep their bad connections. Otherwise sessions would fail at two proxies during the next
  // strike.
  const sessions = await readSessions(world, proxy);
  await until(`the sessions through proxy ${proxy.id} have ended`, async () => {
    const open = await readSessions(world, proxy);
    return sessions.every((id) => !open.includes(id));
  });
  await enableProxies(world.db, [proxy.id]);
}

async function readSessions({ db }: CrawlWorld, { id }: UsedProxy): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from proxy_leases where proxy_id = ${id} and expires_at > clock_timestamp()
  `.execute(db);
  return rows.map((lease) => lease.id);
}

/** Returns the id of the newest event of any proxy; 0 if there is none. */
export async function lastEvent({ db }: Pick<CrawlWorld, 'db'>): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from proxy_events`.execute(
    db,
  );
  return rows[0]!.last;
}

/** Returns the proxies that were blamed in the events after `from`, up to `to`. */
export async function blamedIn(
  { db }: Pick<CrawlWorld, 'db'>,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct proxy_id as id from proxy_events
    where id > ${from} and id <= ${to} and is_counted and outcome <> 'success'
  `.execute(db);
  return rows.map(({ id }) => id);
}
