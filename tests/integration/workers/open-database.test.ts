import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readEnvironment } from '../../../config/environment.ts';
import type { Db } from '../../../db/connect.ts';
import { disableProxies } from '../../../db/queries/proxies.ts';
import { downloadMedia } from '../../../jobs/built-in/download-media.ts';
import type { IsolatedJobType } from '../../../jobs/isolation/read-isolated-module.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import { createLog } from '../../../observability/log.ts';
import type { TaskQueue } from '../../../temporal-config/task-queues.ts';
import { addProxies } from '../../../scripts/start/real-proxies.ts';
import { refuseWithoutProxies } from '../../../workers/open-database.ts';
import { makeProxies } from '../db/make-proxies.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const coolDown = (db: Db, ids: number[], until: string) =>
  sql`update proxies set is_active = false, cooldowns = 1, cooldown_until = ${until} where id = any(${ids})`.execute(
    db,
  );

const start = (db: Db, env: Record<string, string> = {}, queues: TaskQueue[] = ['fetch-dutchie']) =>
  refuseWithoutProxies(db, {
    environment: readEnvironment(env),
    queues,
    jobTypes: new Map(),
    log: createLog('silent'),
  });

const LATE = '2099-01-02 03:04:05Z';
const LATER = '2099-02-03 04:05:06Z';

test('proxies that all cool down are no proxies to a worker that starts, which says when the first one is back', async () => {
  const { db } = await createTestDatabase();
  const [first = 0, second = 0, disabled = 0] = await makeProxies(db, 3);
  await coolDown(db, [first], LATER);
  await coolDown(db, [second], LATE);
  await disableProxies(db, [disabled]);
  for (const queue of ['fetch-dutchie', 'fetch-blaze', 'browser', 'media', 'jobs'] as const) {
    await expect(start(db, {}, [queue])).rejects.toThrow(
      'Workers that fetch need a proxy, and all 2 enabled proxies are cooling down, until 2099-01-02 03:04:05 UTC at the earliest. ' +
        'Start the worker then, end a cool-down with `npx crawlchain proxies enable ID`, serve other queues with WORKER_QUEUES, ' +
        'or set WAIT_FOR_COOLING_PROXIES=true: the worker then starts and waits.',
    );
  }
  await start(db, {}, ['crawlchain', 'ingest', 'reingest']);
  await disableProxies(db, [first]);
  await expect(start(db)).rejects.toThrow('the only enabled proxy is cooling down, until 2099-01-02');
});

test('a worker that may wait for proxies starts while all cool down, and warns', async () => {
  const { db } = await createTestDatabase();
  await coolDown(db, await makeProxies(db, 2), LATE);
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const environment = readEnvironment({ WAIT_FOR_COOLING_PROXIES: 'true' });
  await refuseWithoutProxies(db, { environment, queues: ['fetch-dutchie'], jobTypes: new Map(), log });
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'all 2 enabled proxies are cooling down, until 2099-01-02 03:04:05 UTC at the earliest; work that needs a proxy waits',
  );
});

test('without any proxy a worker does not start, also when it may wait for those that cool down', async () => {
  const { db } = await createTestDatabase();
  await disableProxies(db, await makeProxies(db, 1));
  const text = 'the table proxies has no active row and none that cools down';
  await expect(start(db)).rejects.toThrow(text);
  await expect(start(db, { WAIT_FOR_COOLING_PROXIES: 'true' })).rejects.toThrow(text);
});

test('a worker starts with one proxy in use, or with one whose cool-down is over: its probe needs a worker', async () => {
  const { db } = await createTestDatabase();
  const [first = 0, second = 0] = await makeProxies(db, 2);
  await coolDown(db, [first], LATE);
  await start(db);
  await coolDown(db, [first, second], LATE);
  await expect(start(db)).rejects.toThrow('cooling down');
  await coolDown(db, [second], '2020-01-02 03:04:05Z');
  await start(db);
});

test('a worker of jobs alone starts without proxies if the types of its modules use none', async () => {
  const { db } = await createTestDatabase();
  const environment = readEnvironment({});
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const begin = (egresses: JobType['egress'][], queues: TaskQueue[] = ['jobs', 'crawlchain']) => {
    const types = egresses.map((egress, place) => ({
      ...TYPE,
      name: `type_${place}`,
      ...(egress && { egress }),
    }));
    const jobTypes = new Map([downloadMedia, ...types].map((type): [string, JobType] => [type.name, type]));
    return refuseWithoutProxies(db, { environment, queues, jobTypes, log });
  };
  await begin(['direct', 'direct']);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'no proxy is usable; jobs of types that use proxies, such as download_media, wait for one',
  );
  const text = 'the table proxies has no active row and none that cools down';
  await expect(begin([])).rejects.toThrow(text);
  await expect(begin(['direct', undefined])).rejects.toThrow(text);
  await expect(begin(['direct', 'proxied'])).rejects.toThrow(text);
  await expect(begin(['direct'], ['jobs', 'media'])).rejects.toThrow(text);
});

/** A type of a module. */
const TYPE: IsolatedJobType = {
  name: 'type',
  about: 'Does nothing.',
  payload: z.unknown(),
  payloadSchema: null,
  findFaults: () => Promise.resolve([]),
  run: () => undefined,
};

test('npm start --url says whether there is no proxy, or until when all cool down, and uses those named again', async () => {
  const { db } = await createTestDatabase();
  const keyFile = join(await temporaryFolder('proxies-'), 'proxy-password.key');
  const environment = readEnvironment({ PROXY_PASSWORD_KEY_FILE: keyFile });
  await expect(addProxies(db, environment, [])).rejects.toThrow('There is no enabled proxy, and crawls go');
  const proxy = { protocol: 'http' as const, host: 'proxy.test', port: 8080, username: 'ada', password: 'x' };
  await addProxies(db, environment, [proxy]);
  await sql`update proxies set is_active = false, cooldowns = 1, cooldown_until = ${LATE}`.execute(db);
  await expect(addProxies(db, environment, [])).rejects.toThrow(
    'the only enabled proxy is cooling down, until 2099-01-02 03:04:05 UTC at the earliest. Start again then; ',
  );
  await addProxies(db, environment, [proxy]);
  await addProxies(db, environment, []);
});
