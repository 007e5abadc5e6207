import { Client, Connection } from '@temporalio/client';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { answerOf } from '../../../api-client/answer-of.ts';
import { createApiClient } from '../../../api-client/create-api-client.ts';
import { unlessAway } from '../../../cli/api/unless-away.ts';
import { connectDatabase } from '../../../db/connect.ts';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import { addLargestDispensary } from '../../support/add-dispensary.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { connectThroughLink } from '../../support/linked-database.ts';
import { runProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** An address at which nothing listens: the system assigns no port this low. */
const NOWHERE = '127.0.0.1:1';

test('it is ready when the database, Temporal and the storage are there', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const root = join(await temporaryFolder('api-health-'), 'storage');
  await mkdir(root);
  const { call } = await startApiServer({ db, client, env: { STORAGE_ROOT: root } });
  expect((await call('GET', '/healthz')).body).toEqual({ status: 'ok' });
  const { status, body } = await call('GET', '/readyz');
  expect([status, body.ready, body.instance]).toEqual([200, true, inject('instanceId')]);
});

test('it says which of them is missing, and what asks for them is told to come again', async () => {
  const db = connectDatabase({
    url: `postgres://nobody@${NOWHERE}/none`,
    poolSize: 1,
    applicationName: 'nobody',
    onLostConnection: () => undefined,
  });
  // The client is not closed: the SDK retries calls in the background, and ends the process when it finds a closed connection.
  const client = new Client({ connection: Connection.lazy({ address: NOWHERE }), namespace: 'none' });
  const env = { STORAGE_ROOT: '/proc/nowhere' };
  const { call } = await startApiServer({ db, client, env, isFollowed: false });
  expect((await call('GET', '/healthz')).status).toBe(200);
  const { status, body } = await call('GET', '/readyz');
  expect(status).toBe(503);
  expect(body).toEqual({
    ready: false,
    instance: null,
    checks: {
      database: { ready: false, reason: 'the database does not answer' },
      temporal: {
        ready: false,
        reason: expect.stringMatching(
          /^(Temporal does not answer, or lacks the namespace|no answer within 2 s)$/,
        ),
      },
      storage: { ready: false, reason: 'the storage cannot be read or written' },
    },
  });
  const answer = await call('GET', '/api/audit');
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
    503,
    'database-unavailable',
    '5',
  ]);
});

test('a database that takes connections and does not answer is told of in time', async () => {
  const [{ url }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { db, link } = await connectThroughLink(url, { poolSize: 2, answerMsMax: 1_000 });
  const { call } = await startApiServer({ db, client });
  expect((await call('GET', '/api/dispensaries?limit=1')).status).toBe(200);
  link.holdAnswers();
  const { status, body, headers } = await call('GET', '/api/dispensaries?limit=1');
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'database-unavailable', '5']);
});

test('the API and the command say that the disk of the database is full, and what to do', async () => {
  const [{ db, url }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  await sql`create function refuse() returns trigger language plpgsql as
    'begin raise exception using errcode = ''53100'', message = ''No space left on device''; end'`.execute(
    db,
  );
  await sql`create trigger full_disk before insert on proxies execute function refuse()`.execute(db);
  const api = await startApiServer({ db, client });
  const proxy = { protocol: 'http', host: '93.184.215.14', port: 8080 } as const;
  const added = answerOf(createApiClient({ url: api.url, key: null }).POST('/api/proxies', { body: proxy }));
  await expect(added).rejects.toMatchObject({ status: 503, code: 'database-unavailable' });
  // A command that waits for work shows the same text, and goes on waiting.
  expect(await unlessAway(added, new AbortController().signal)).toBe(
    'The disk of the database is full. Free space there; then requests work again.',
  );
  const folder = await temporaryFolder('full-disk-');
  const file = join(folder, 'proxies.txt');
  await writeFile(file, 'http://10.0.0.1:1');
  const env = { DATABASE_URL: url, PROXY_PASSWORD_KEY_FILE: join(folder, 'key') };
  expect(await runProgram('cli/main.ts', ['proxies', 'import', file, '--direct'], env)).toMatchObject({
    code: 1,
    stderr:
      'The disk of the database is full: No space left on device. Free space there, then run the command again.\n',
  });
});

test('metrics have the memory of a pod once, however many workers it has', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { call } = await startApiServer(world);
  for (const worker_id of ['a-1', 'a-2', 'a-3'])
    await call('POST', '/api/worker-registry/register', { body: { worker_id, pod_name: 'a' } });
  await sql`update workers set resources = resources || '{"pod": {"measured": "/sys/fs/cgroup", "memory_mb": 1500,
    "memory_total_mb": 2048, "memory_percent": 73.2}}'`.execute(world.db);
  const { text } = await call('GET', '/metrics');
  expect(text).toContain(`crawlchain_pod_memory_bytes{pod="a"} ${1500 * 2 ** 20}\n`);
  expect(text).toContain(`crawlchain_pod_memory_limit_bytes{pod="a"} ${2048 * 2 ** 20}\n`);
  expect(text).toContain('crawlchain_workers{status="active"} 3');
});

test('metrics have the API, the crawls, the proxies and the queues', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  await addLargestDispensary(world);
  await stopTarget(world.db, 'dutchie', 'they called');
  const { call } = await startApiServer(world);
  await call('GET', '/api/audit');
  await call('GET', '/api/nothing');
  const { status, text, headers } = await call('GET', '/metrics');
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  expect(text).toContain('crawlchain_source_up{source="database"} 1');
  expect(text).toContain('crawlchain_source_up{source="temporal"} 1');
  expect(text).toMatch(/crawlchain_proxies\{state="active"\} 3/);
  expect(text).toMatch(/crawlchain_queue_backlog\{queue="fetch-dutchie"\} 0/);
  expect(text).toContain('crawlchain_dispensaries_enabled 1');
  expect(text).toContain('crawlchain_platform_stopped{platform="dutchie"} 1');
  expect(text).toContain('crawlchain_platform_stopped{platform="blaze"} 0');
  expect(text).toMatch(/request_duration_seconds_count\{method="GET",route="\/api\/audit",status="200"\} 1/);
});
