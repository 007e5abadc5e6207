import { expect, test } from 'vitest';
import { tellStatus } from '../../../../../cli/commands/status/tell-status.ts';
import type { OperatingStatus } from '../../../../../reports/operating-status.ts';

const about = { page: '/', api: '/api/overview' };

/** Of servers that are away. */
const NOTHING = Object.fromEntries(
  [
    'ledger',
    'workers',
    'pods',
    'open',
    'fanOuts',
    'waiting',
    'jobs',
    'lastCrawls',
    'failures',
    'stopped',
    'quality',
    'schedules',
  ].map((name) => [name, null]),
);

test('the verdict says of each reason whether it clears by itself, and counts them', () => {
  const verdict: OperatingStatus['verdict'] = {
    verdict: 'bad',
    outlook: '1 thing needs a person, 1 clears by itself, 1 may clear by itself',
    reasons: [
      {
        severity: 'bad',
        code: 'retrying',
        words: 'The disk is full.',
        clearsByItself: false,
        clearsAt: null,
        ...about,
      },
      {
        severity: 'degraded',
        code: 'proxies-resting',
        words: 'They rest.',
        clearsByItself: true,
        clearsAt: new Date('2026-01-31T12:04:00Z'),
        ...about,
      },
      {
        severity: 'degraded',
        code: 'refused',
        words: 'It refuses.',
        clearsByItself: null,
        clearsAt: null,
        ...about,
      },
    ],
  };
  const servers = { database: { away: 'refused' }, temporal: { away: 'refused' }, webUi: null };
  const lines = tellStatus(servers, { ...NOTHING, verdict } as unknown as OperatingStatus).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'Verdict   bad: some work does not go on; 1 thing needs a person, 1 clears by itself, 1 may clear by itself',
    '  bad, needs a person: The disk is full.',
    expect.stringMatching(/^ {2}degraded, clears by itself, next at 2026-01-31T12:04\S*: They rest\.$/),
    '  degraded, may clear by itself: It refuses.',
  ]);
});
