import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch, searchOf, valueOf, withKey } from '../../../../dashboard/tasks/search-words.ts';
import { WORKER_ROLES } from '../../../../temporal-config/role-queues.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const OF_TASKS = { of: 'tasks', nowMs: NOW } as const;
const filterOf = (search: string) => parseSearch(search, OF_TASKS).filter;

test('a search is what the API is asked for', () => {
  expect(
    filterOf('role:payload_fetch state:nv status:failed error:Blocked worker:Kryll deeply rooted'),
  ).toEqual({
    role: 'payload_fetch',
    state: 'NV',
    status: 'failed',
    error: 'Blocked',
    worker: 'Kryll',
    search: 'deeply rooted',
  });
  expect(filterOf('age:>2h ended:<15m priority:>=10 retries:2 by:"night shift" store:7')).toEqual({
    until: '2026-11-24T10:00:00.000Z',
    ended_since: '2026-11-24T11:45:00.000Z',
    priority_min: '10',
    retries_min: '2',
    requested_by: 'night shift',
    dispensary_id: '7',
  });
  expect(filterOf('priority:20 status:failed status:cancelled age:<1d')).toEqual({
    priority: '20',
    status: 'failed,cancelled',
    since: '2026-11-23T12:00:00.000Z',
  });
  expect(parseSearch('  ', OF_TASKS)).toEqual({ filter: {}, faults: [] });
});

test('what is not understood is said, and nothing else is asked instead', () => {
  const faultsOf = (search: string) => parseSearch(search, OF_TASKS).faults;
  expect(faultsOf('colour:red')).toEqual([
    expect.stringMatching(/^There is no "colour:"\. Possible are status, role,/),
  ]);
  expect(faultsOf('status:broken')).toEqual([
    expect.stringMatching(
      /^"status:broken" is not understood: its status, one or several of pending, .*cancelled\.$/,
    ),
  ]);
  expect(faultsOf('role:baking')).toEqual([
    `"role:baking" is not understood: its role, one of ${WORKER_ROLES.join(', ')}.`,
  ]);
  expect(faultsOf('role:payload_fetch,proxy_probe')).toHaveLength(1);
  expect(filterOf('role:product_resync')).toEqual({ role: 'product_resync' });
  expect(faultsOf('age:2h')).toEqual([
    '"age:2h" is not understood: the time since it was created, such as >2h or <15m.',
  ]);
  expect(faultsOf('priority:high')).toEqual(['"priority:high" is not understood: such as 20 or >=10.']);
  expect(faultsOf('status:running store:')).toEqual([
    '"store:" has nothing behind it: the number of a dispensary.',
  ]);
  expect(faultsOf('store:1 store:2')).toEqual(['"store:" is given twice.']);
  expect(faultsOf('state:Arizona')).toEqual([
    '"state:Arizona" is not understood: two letters, such as AZ or AZ,NV.',
  ]);
  expect(filterOf('state:az,nv state:CA')).toEqual({ state: 'AZ,NV,CA' });
});

test('a search of jobs takes their keys, and refuses those that only tasks have', () => {
  const ofJobs = (search: string) => parseSearch(search, { of: 'jobs', nowMs: NOW });
  const { filter: requested, faults } = ofJobs(
    'type:sync account:ann platform:instagram status:running timed out',
  );
  expect([requested, faults]).toEqual([
    { job_type: 'sync', account: 'ann', platform: 'instagram', status: 'running', search: 'timed out' },
    [],
  ]);
  expect(searchOf(requested)).toBe('type:sync account:ann platform:instagram status:running timed out');
  expect(ofJobs('state:NV').faults).toEqual([
    expect.stringContaining('There is no "state:". Possible are status, type'),
  ]);
  expect(ofJobs('status:stale').faults).toEqual([
    '"status:stale" is not understood: its status, one or several of pending, running, completed, failed, cancelled.',
  ]);
  expect(ofJobs('role:sync').faults).toEqual(['Jobs have no role. Search for their type with "type:".']);
});

test('one key is set anew or left out, and the others stay', () => {
  expect(withKey('state:NV status:failed timed out', 'status', 'pending')).toBe(
    'status:pending state:NV timed out',
  );
  expect(withKey('state:NV status:failed', 'status', null)).toBe('state:NV');
  expect(withKey('', 'by', 'night shift')).toBe('by:"night shift"');
  expect(valueOf('by:"night shift" state:NV', 'by')).toBe('night shift');
  expect(valueOf('state:NV', 'status')).toBe('');
});

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,9}$/);
const filter = fc.record(
  {
    status: fc.constantFrom('failed', 'failed,cancelled', 'running'),
    error: word,
    worker: fc.tuple(word, word).map((two) => two.join(' ')),
    priority_min: fc.integer({ min: -100, max: 100 }).map(String),
    retries_min: fc.nat(99).map(String),
    since: fc.constant('2026-11-24T10:00:00.000Z'),
    search: fc.tuple(word, word).map((two) => two.join(' ')),
  },
  { requiredKeys: [] },
);

test('the search of a filter asks for that filter', () => {
  fc.assert(
    fc.property(filter, (requested) => {
      expect(parseSearch(searchOf(requested), OF_TASKS)).toEqual({ filter: requested, faults: [] });
    }),
  );
});

test('any text is read without an error, and can be changed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseSearch(text, OF_TASKS);
      expect(valueOf(withKey(text, 'state', 'NV'), 'state')).toBe('NV');
    }),
  );
});
