import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLevelLedger } from '../../support/level-ledger.ts';
import { runJobs } from '../../support/run-jobs.ts';
import { runTasks } from '../../support/run-tasks.ts';
import { makeJobRun, makeRun, RUNS_BEGAN_MS, runIdAt } from '../db/make-runs.ts';

test('tasks and jobs are filtered and sorted by the options of the API', async () => {
  const place = await createLevelLedger();
  for (const [number, priority] of [2, 9, 5].entries())
    await makeRun(place.db, {
      id: runIdAt(RUNS_BEGAN_MS + number),
      workflow_id: `crawl/${number}`,
      priority,
    });
  await makeJobRun(place.db, { id: runIdAt(RUNS_BEGAN_MS), name: 'one', error_kind: 'Blocked' });
  const text = ['list', '--json', '--priority-min', '5', '--sort', 'priority', '--limit', '1'];
  const tasks = await runTasks(place, ...text);
  expect(JSON.parse(tasks.stdout)).toMatchObject([{ workflow_id: 'crawl/1' }]);
  expect(tasks.stderr).toBe('There are more; these are the first 1 (--limit).\n');
  const jobs = await runJobs(place, 'list', '--json', '--error', 'NotFound');
  expect(JSON.parse(jobs.stdout)).toEqual([]);
});

test('a list that takes too long ends, and says to narrow the time', async () => {
  const place = await createLevelLedger();
  await place.db.transaction().execute(async (tx) => {
    await sql`lock table runs in access exclusive mode`.execute(tx);
    const { code, stdout, stderr } = await runTasks(place, 'list', '--search', 'any');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('narrow the time with since and until');
  });
});
