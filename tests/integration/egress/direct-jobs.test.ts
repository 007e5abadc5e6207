import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { createDirectSessions } from '../../../egress/http-session.ts';
import { createWreqTransport } from '../../../egress/wreq-transport.ts';
import { readIsolatedModule } from '../../../jobs/isolation/read-isolated-module.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import { robotsOf } from '../../../stages/egress-ports.ts';
import type { JobTask } from '../../../stages/current-job.ts';
import { findJob } from '../../support/find-job.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { ISOLATION } from '../../support/misbehaving-jobs.ts';
import { pacingOn } from '../../support/pacing-on.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { seal } from '../db/make-proxies.ts';
import { startTransportWorld, type TransportWorld } from './transport-world.ts';

const MODULES = ['direct', 'proxied'].map((egress) =>
  fileURLToPath(new URL(`../../support/${egress}-job-types.ts`, import.meta.url)),
);

let world: TransportWorld;
let site: string;
let requests: IncomingMessage[];
let types: JobType[];

beforeAll(async () => {
  world = await startTransportWorld();
  site = `https://localhost:${await world.world.https(serve, world.authority.leaf)}`;
  types = (await Promise.all(MODULES.map((module) => readIsolatedModule(module, ISOLATION)))).flat();
});

afterAll(() => world.close());

/** Serves a public API, with a robots.txt. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  requests.push(request);
  if (request.url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /closed\n');
  if (request.url === '/refused') return void response.writeHead(403).end();
  if (request.url === '/large') return void response.end(Buffer.alloc(2_000_000));
  response.setHeader('set-cookie', 'sid=canary; Path=/');
  response.end(`cookie ${request.headers.cookie ?? 'none'}`);
}

interface Visit {
  db?: Db;
  name?: string;
  task?: Partial<JobTask>;
}

/** Prepares attempts of a job that requests a page; no proxy can be leased. */
async function visiting(path: string, { db, name = 'visit_directly', task }: Visit = {}) {
  requests = [];
  const known = db ?? (await createTestDatabase()).db;
  const pacing = pacingOn(known, { requestsPerSecond: 1000, maxConcurrentRequests: 10 });
  const platforms = { dutchie: { obeysRobots: true }, blaze: { obeysRobots: true } };
  const { attempt } = await openAttempts({
    db: known,
    type: types.find((type) => type.name === name)!,
    id: crypto.randomUUID(),
    passwordSeal: seal,
    task: { payload: { url: `${site}${path}` }, ...task },
    sessions: {
      admit: async (platform) => (platform === null ? undefined : pacing.admit(platform)),
      leaseProxy: () => Promise.reject(new CrawlError('NoActiveProxy', 'there is none')),
      openDirect: createDirectSessions({
        openTransport: (identity) =>
          createWreqTransport({ identity, addressPolicy: { allowedPrivateHosts: ['localhost'] } }),
        pacing,
        robots: robotsOf({ db: known, platforms }, pacing),
      }),
    },
  });
  return { db: known, attempt };
}

test('a job of a direct type reaches its site without a proxy, as a browser, at a pace, and obeys robots.txt', async () => {
  const { db, attempt } = await visiting('/feed');
  const result = await attempt();
  expect(result).toMatchObject({
    status: 200,
    body: 'cookie none',
    identity: { proxy: null, profile: { name: expect.any(String) } },
    exitAddress: null,
  });
  expect(requests.map(({ url }) => url)).toEqual(['/robots.txt', '/feed']);
  expect(requests[1]!.headers['user-agent']).toMatch(/^Mozilla/);
  const { host } = new URL(site);
  const paced = await db.selectFrom('pace').select('target').execute();
  expect(paced).toEqual([{ target: `host:${host}` }]);

  const { attempt: forbidden } = await visiting('/closed');
  await expect(forbidden()).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: `robots.txt of ${host} does not allow /closed.`,
  });
  expect(requests.map(({ url }) => url)).toEqual(['/robots.txt']);
});

test('a direct type waits as long as its host has asked all workers to', async () => {
  const { db, attempt } = await visiting('/feed');
  const target = `host:${new URL(site).host}`;
  const waitsUntil = new Date(Date.now() + 600_000);
  await db.insertInto('pace').values({ target, waits_until: waitsUntil }).execute();
  await expect(attempt()).rejects.toMatchObject({
    kind: 'RateLimited',
    evidence: { fault: 'waiting', target },
  });
  expect(requests).toEqual([]);
});

test('another type leases a proxy', async () => {
  const { attempt } = await visiting('/feed', { name: 'visit_by_proxy' });
  await expect(attempt()).rejects.toMatchObject({ kind: 'NoActiveProxy' });
  expect(requests).toEqual([]);
});

test('a block fails the attempt of a direct type once, since there is no other address', async () => {
  const { db, attempt } = await visiting('/refused', { task: { maxRetries: 3 } });
  await expect(attempt()).rejects.toMatchObject({ kind: 'Blocked' });
  expect(requests.map(({ url }) => url)).toEqual(['/robots.txt', '/refused']);
  const { id } = await db.selectFrom('jobs').select('id').executeTakeFirstOrThrow();
  expect(await findJob(db, id)).toMatchObject({ status: 'pending', retry_count: 1, error_kind: 'Blocked' });
});

test('private addresses, the limit of bytes and the stop switch of a platform hold for direct types', async () => {
  const { attempt: inward } = await visiting('', {
    task: { payload: { url: 'https://169.254.169.254/latest' } },
  });
  await expect(inward()).rejects.toMatchObject({ kind: 'InvalidInput' });
  const { attempt: large } = await visiting('/large');
  await expect(large()).rejects.toMatchObject({ evidence: { fault: 'download-limit' } });
  const { db, attempt: stopped } = await visiting('/feed', { task: { platform: 'dutchie' } });
  await stopTarget(db, 'dutchie', 'the test stops it');
  await expect(stopped()).rejects.toMatchObject({ kind: 'RateLimited', evidence: { fault: 'stopped' } });
  expect(requests).toEqual([]);
});

test('an account of a direct type keeps its profile and its cookies, and has no proxy', async () => {
  const task = { account: 'ann', platform: 'shop' };
  const { db, attempt } = await visiting('/feed', { task });
  const first = (await attempt()) as { identity: object };
  expect(first).toMatchObject({ body: 'cookie none' });
  const { attempt: next } = await visiting('/feed', { db, task });
  expect(await next()).toMatchObject({ body: 'cookie sid=canary', identity: first.identity });
  const pins = await db
    .selectFrom('account_identities')
    .select(['account', 'proxy_id', 'pinned_because'])
    .execute();
  expect(pins).toEqual([{ account: 'ann', proxy_id: null, pinned_because: null }]);
});
