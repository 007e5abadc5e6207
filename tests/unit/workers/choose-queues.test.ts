import { expect, test } from 'vitest';
import { ROLES } from '../../../domain/role.ts';
import { ISOLATED_ROLES, WORKER_ROLES } from '../../../temporal-config/role-queues.ts';
import { TASK_QUEUES } from '../../../temporal-config/task-queues.ts';
import { chooseQueues } from '../../../workers/choose-queues.ts';

const choose = (queues?: string[], role?: string) =>
  chooseQueues({ WORKER_QUEUES: queues, WORKER_ROLE: role });

test('a worker serves every queue unless it is told otherwise', () => {
  expect(choose()).toEqual([...TASK_QUEUES]);
  expect(choose(['media', 'crawlchain'])).toEqual(['crawlchain', 'media']);
});

test('a queue that there is none of is refused', () => {
  expect(() => choose(['media', 'medai'])).toThrow(
    'WORKER_QUEUES names medai; it takes some of crawlchain, fetch-dutchie, fetch-blaze, browser, ingest, reingest, media',
  );
});

test('a role with queues of its own narrows a worker to them', () => {
  expect(choose(undefined, 'payload_fetch')).toEqual(['fetch-dutchie', 'fetch-blaze', 'browser']);
  expect(choose(undefined, 'product_refresh')).toEqual(['ingest', 'reingest']);
  expect(choose(undefined, 'product_resync')).toEqual([
    'fetch-dutchie',
    'fetch-blaze',
    'browser',
    'ingest',
    'reingest',
  ]);
});

test('a role whose work rides along with others is refused with their names, and with what serves it', () => {
  expect(() => choose(undefined, 'store_discovery')).toThrow(
    'WORKER_ROLE is store_discovery, whose work has no queue of its own: it shares fetch-dutchie and fetch-blaze with ' +
      'entry_point_discovery, product_discovery, payload_fetch. WORKER_QUEUES=fetch-dutchie,fetch-blaze serves them all; ' +
      'WORKER_ROLE takes one of payload_fetch, product_refresh, product_resync.',
  );
  expect(() => choose(undefined, 'analytics_refresh')).toThrow(
    'it shares media with proxy_probe, storage_sweep, the downloads of pictures. WORKER_QUEUES=media',
  );
  expect(() => choose(undefined, 'proxy_probe')).toThrow(
    'it shares media with analytics_refresh, storage_sweep, the downloads of pictures. WORKER_QUEUES=media',
  );
});

test('every role is either served or refused with a queue that serves it', () => {
  const refused = WORKER_ROLES.filter((role) => !ISOLATED_ROLES.includes(role));
  for (const role of ISOLATED_ROLES) expect(choose(undefined, role).length).toBeGreaterThan(0);
  for (const role of refused) expect(() => choose(undefined, role)).toThrow(/ WORKER_QUEUES=[a-z]/);
  expect(WORKER_ROLES).toEqual([...ROLES, 'product_resync']);
});

test('a role that there is none of is refused', () => {
  expect(() => choose(undefined, 'fetcher')).toThrow(
    'WORKER_ROLE is "fetcher"; it takes one of payload_fetch, product_refresh, product_resync',
  );
});

test('queues and a role at once are refused', () => {
  expect(() => choose(['media'], 'payload_fetch')).toThrow(
    'WORKER_QUEUES (media) and WORKER_ROLE (payload_fetch) are both set; a worker takes one of them',
  );
});
