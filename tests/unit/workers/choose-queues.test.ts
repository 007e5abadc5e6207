import { expect, test } from 'vitest';
import { ROLES } from '../../../domain/role.ts';
import { WORKER_ROLES } from '../../../temporal-config/role-queues.ts';
import { TASK_QUEUES } from '../../../temporal-config/task-queues.ts';
import { chooseQueues } from '../../../workers/choose-queues.ts';

const choose = (queues?: string[], role?: string) =>
  chooseQueues({ WORKER_QUEUES: queues, WORKER_ROLE: role });

test('a worker serves every queue unless it is told otherwise', () => {
  expect(choose()).toEqual([...TASK_QUEUES]);
  expect(choose(['media', 'crawlchain'])).toEqual(['crawlchain', 'media']);
  expect(choose(['-jobs'])).toEqual(TASK_QUEUES.filter((name) => name !== 'jobs'));
});

test('a queue that there is none of is refused', () => {
  expect(() => choose(['-job'])).toThrow('WORKER_QUEUES names job; ');
  expect(() => choose(['media', 'medai'])).toThrow(
    'WORKER_QUEUES names medai; it takes some of crawlchain, fetch-dutchie, fetch-blaze, browser, ingest, reingest, media',
  );
});

const FETCHES = ['fetch-dutchie', 'fetch-blaze'];

test.each([
  ['store_discovery', FETCHES],
  ['entry_point_discovery', FETCHES],
  ['product_discovery', [...FETCHES, 'browser']],
  ['payload_fetch', [...FETCHES, 'browser']],
  ['product_refresh', ['ingest', 'reingest']],
  ['analytics_refresh', ['media']],
  ['proxy_probe', ['media']],
  ['storage_sweep', ['media']],
  ['product_resync', [...FETCHES, 'browser', 'ingest', 'reingest']],
])('a worker of the role %s serves the queues that its work runs on: %j', (role, queues) => {
  expect(choose(undefined, role)).toEqual(queues);
});

test('there is no role of tasks that a worker cannot be narrowed to', () => {
  expect(WORKER_ROLES).toEqual([...ROLES, 'product_resync']);
  for (const role of WORKER_ROLES) expect(choose(undefined, role).length).toBeGreaterThan(0);
});

test('a role that there is none of is refused with those that there are', () => {
  expect(() => choose(undefined, 'fetcher')).toThrow(
    'WORKER_ROLE is "fetcher"; it takes one of store_discovery, entry_point_discovery, product_discovery, payload_fetch, ' +
      'product_refresh, analytics_refresh, proxy_probe, storage_sweep, product_resync',
  );
});

test('queues and a role at once are refused', () => {
  expect(() => choose(['media'], 'payload_fetch')).toThrow(
    'WORKER_QUEUES (media) and WORKER_ROLE (payload_fetch) are both set; set only one of them',
  );
});
