import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeTurnWait, chooseNext, type TurnEntry } from '../../../domain/job-turns.ts';

const anyEntry = fc.record({
  account: fc.constantFrom(null, 'ann', 'bob', 'eve'),
  priority: fc.integer({ min: 1, max: 10 }),
  requestedAt: fc.integer({ min: 0, max: 5 }).map((at) => new Date(at)),
});
const anyLimit = fc.option(fc.integer({ min: 1, max: 4 }));

/** Jobs that have requested a turn, some of which got one from earlier grants. */
const anyQueue = fc
  .tuple(fc.array(anyEntry, { maxLength: 20 }), anyLimit, fc.nat(20))
  .map(([all, limit, before]) => {
    const waiting: TurnEntry[] = all.map((entry, at) => ({ ...entry, id: `job-${at}`, hasTurn: false }));
    const first = chooseNext(waiting.slice(0, before), limit);
    return { limit, queue: waiting.map((entry) => ({ ...entry, hasTurn: first.includes(entry.id) })) };
  });

const urgencyOf = ({ priority, requestedAt }: TurnEntry) => priority * 10 + requestedAt.getTime();

test('turns never exceed the limit or one of an account, leave none free, and pass nobody by', () => {
  expect.hasAssertions();
  fc.assert(
    fc.property(anyQueue, ({ limit, queue }) => {
      const granted = chooseNext(queue, limit);
      const holds = ({ id, hasTurn }: TurnEntry) => hasTurn || granted.includes(id);
      const holders = queue.filter(holds);
      const accounts = holders.flatMap(({ account }) => account ?? []);
      expect(accounts).toHaveLength(new Set(accounts).size);
      expect(holders.length).toBeLessThanOrEqual(limit ?? Infinity);
      for (const waiting of queue.filter((entry) => !holds(entry))) {
        const isAccountBusy = waiting.account !== null && accounts.includes(waiting.account);
        expect(isAccountBusy || holders.length === limit).toBe(true);
        const passedBy = queue.filter(
          (entry) => granted.includes(entry.id) && urgencyOf(entry) > urgencyOf(waiting),
        );
        // A less urgent one goes first only while the account of the other is busy, and never as that account.
        expect(passedBy.length === 0 || isAccountBusy).toBe(true);
        expect(passedBy.map(({ account }) => account)).not.toContain(waiting.account ?? 'nobody');
      }
    }),
  );
});

test.each([
  [{ platform: '', account: 'ann', holder: 'menus' }, 'the end of the job menus of the same account'],
  [
    { platform: 'instagram', account: null },
    'the end of another job of the platform instagram (JOBS_PER_PLATFORM)',
  ],
  [
    { platform: 'instagram', account: 'ann' },
    'the end of another job of the platform instagram (JOBS_PER_PLATFORM)',
  ],
  // The limit of a platform keeps back no job without one, and none while no other job runs.
  [{ platform: '', account: 'ann' }, 'its turn for the account ann'],
  [{ platform: 'instagram', account: 'ann', isPlatformBusy: false }, 'its turn for the account ann'],
])('what a job waits for is named: %j', (wait, text) => {
  expect(describeTurnWait({ holder: null, isPlatformBusy: true, ...wait })).toBe(text);
});
