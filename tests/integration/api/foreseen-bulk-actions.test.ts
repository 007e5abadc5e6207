import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBulkWorld } from '../../support/bulk-world.ts';
import { makeRun } from '../db/make-runs.ts';

test('before a start it is said which would be left because they wait for a retry or a worker', async () => {
  const { db, api } = await createBulkWorld({});
  const open = { ended_as: null, state_code: 'NV' };
  const retried = await makeRun(db, { ...open, error_kind: 'ProxyFault' });
  const due = await makeRun(db, { ...open, error_kind: 'ProxyFault' });
  await makeRun(db, { ...open, type: 'probeProxies', role: 'proxy_probe' });
  await makeRun(db, { ...open, priority: 20 });
  for (const [runId, wait] of [
    [retried, '5 minutes'],
    [due, '-1 second'],
  ] as const)
    await sql`
      insert into run_heartbeats (run_id, activity_id, activity, attempt, claimed_at, next_attempt_at)
      values (${runId}, '1', 'fetchMenu', 28, now(), now() + ${wait}::interval)
    `.execute(db);
  const body = { action: 'start', of: 'tasks', filter: { state: 'NV' }, dry_run: true };
  const { body: foreseen } = await api.call<{ skipped_by_reason: object[] }>('POST', '/api/bulk-actions', {
    body,
  });
  expect(foreseen).toMatchObject({ count: 4, skipped: 3 });
  expect(new Set(foreseen.skipped_by_reason)).toEqual(
    new Set([
      { reason: 'it waits for a retry, after ProxyFault', count: 1 },
      { reason: 'it waits for a worker, and only crawls can be brought forward', count: 1 },
      { reason: 'it is already urgent, and waits for a worker', count: 1 },
    ]),
  );
});
