import { expect, test } from 'vitest';
import { judgeProxies } from '../../../../../cli/commands/doctor/check-proxies.ts';
import type { ProxyStanding } from '../../../../../db/queries/overview-figures.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const judged = (change: Partial<ProxyStanding>) =>
  judgeProxies(
    {
      active: 3,
      others: 1,
      resting: 0,
      firstReadyAt: null,
      lastError: null,
      refusedBy: null,
      unreached: null,
      ...change,
    },
    NOW,
  );

test('proxies that are in use and reach the echo are in order', () => {
  expect(judged({})).toMatchObject({ state: 'ok', found: '3 in use, 0 cooling down, 1 disabled' });
  expect(judged({ others: 2, resting: 1, firstReadyAt: inMinutes(4) })).toMatchObject({ state: 'ok' });
});

test('proxies in use of which none reaches the echo are broken, and it says since when', () => {
  const unreached = { tasks: 9, since: inMinutes(-12), nextAttemptAt: null };
  expect(judged({ unreached })).toEqual({
    part: 'proxies',
    state: 'broken',
    found:
      '3 in use, 0 cooling down, 1 disabled; none of those in use has reached the echo for 12 min, since 2026-01-31T11:48:00Z: 9 tasks failed for that since, and wait for a retry',
    mend: 'The proxies or the echo (EXIT_ADDRESS_URL) are down: `crawlchain proxies test` tries each.',
  });
});

test('where half or all of them rest, it says when the first is tried again', () => {
  const resting = { others: 3, resting: 3, firstReadyAt: inMinutes(4) };
  expect(judged({ ...resting })).toMatchObject({
    state: 'warning',
    found: '3 in use, 3 cooling down, 0 disabled; the first is tried again in 4 min',
  });
  expect(judged({ ...resting, active: 0 })).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/; the first is tried again in 4 min: fetches wait/),
  });
});

test('without any in use it is broken, and it says how to put some into use', () => {
  expect(judged({ active: 0 })).toMatchObject({
    state: 'broken',
    mend: 'Put some into use: `crawlchain proxies enable ID`.',
  });
  expect(judged({ active: 0, others: 0 })).toMatchObject({
    state: 'broken',
    mend: 'Add some: `crawlchain proxies import FILE`.',
  });
});
