import { expect, test } from 'vitest';
import type { JobSession } from '../../../jobs/job-type.ts';
import { refuseNestedSessions } from '../../../jobs/refuse-nested-sessions.ts';

const SESSION = { exitAddress: '192.0.2.1' } as JobSession;

test('a session within the work of another is refused at once, and one after it or beside it is not', async () => {
  const withSession = refuseNestedSessions((work) => work(SESSION));
  await expect(withSession(() => withSession(async () => 1))).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: expect.stringMatching(/^The job opens a session within the work of another one/),
  });
  expect(await withSession(async () => 1)).toBe(1);
  expect(await Promise.all([withSession(async () => 1), withSession(async () => 2)])).toEqual([1, 2]);
  // What a session leaves running opens its own when that one has ended.
  const { promise, resolve } = Promise.withResolvers<void>();
  const left = await withSession(async () => ({ later: promise.then(() => withSession(async () => 3)) }));
  resolve();
  expect(await left.later).toBe(3);
});
