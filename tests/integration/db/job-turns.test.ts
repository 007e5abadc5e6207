import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { JobRunName } from '../../../db/queries/job-runs.ts';
import { holdTurn, requestTurn } from '../../../db/queries/job-turns.ts';
import { passJobOn } from '../../../stages/pass-job-on.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const EARLIER = new Date('2026-01-10T03:00:00Z');
const LATER = new Date('2026-01-10T04:00:00Z');

const runOf = (more: Partial<JobRunName>): JobRunName => ({
  id: 'one',
  workflowRunId: 'run-1',
  createdAt: EARLIER,
  jobType: 'sync',
  platform: null,
  account: 'ann',
  priority: 5,
  payload: {},
  maxRetries: 3,
  scheduledFor: null,
  ...more,
});

test('an earlier run of a job neither requests nor holds the turn of a later one', async () => {
  const { db } = await createTestDatabase();
  const later = runOf({ workflowRunId: 'run-2', createdAt: LATER });
  expect(await requestTurn(db, later, {})).toMatchObject({ granted: [{ id: 'one' }], waitsFor: null });
  await requestTurn(db, runOf({}), {});
  await expect(holdTurn(db, runOf({}))).rejects.toMatchObject({ kind: 'StaleAttempt' });
  const { rows } = await sql`select workflow_run_id, requested_at, held_until from job_turns`.execute(db);
  expect(rows).toEqual([{ workflow_run_id: 'run-2', requested_at: LATER, held_until: null }]);
});

test('a run that ended while it waited gives up its own turn, and not that of a later run of its job', async () => {
  const { db } = await createTestDatabase();
  const [holder, waiting] = [runOf({ id: 'holder' }), runOf({})];
  await requestTurn(db, holder, {});
  await requestTurn(db, waiting, {});
  const woken: string[] = [];
  const wakeJob = async (id: string) => {
    woken.push(id);
    // It has ended, and starts again at this moment.
    await requestTurn(db, runOf({ workflowRunId: 'run-2', createdAt: LATER }), {});
    return false;
  };
  await passJobOn({ db, wakeJob, platformLimits: {} }, holder);
  expect(woken).toEqual(['one']);
  const { rows } = await sql`select job_id, workflow_run_id from job_turns`.execute(db);
  expect(rows).toEqual([{ job_id: 'one', workflow_run_id: 'run-2' }]);
});
