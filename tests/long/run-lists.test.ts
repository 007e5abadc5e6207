import { expect, test } from 'vitest';
import { makeJobRun, makeRun, RUNS_BEGAN_MS, runIdAt } from '../integration/db/make-runs.ts';
import { createLevelLedger } from '../support/level-ledger.ts';
import { runJobs } from '../support/run-jobs.ts';
import { runTasks } from '../support/run-tasks.ts';

type Shown = { workflow_id: string }[];

const FAILED = {
  ended_as: 'failed',
  ended_at: new Date(RUNS_BEGAN_MS + 90_000),
  error_kind: 'Blocked',
  error_message: 'The site answered 403',
} as const;

test('options that no list takes are refused with what they take', async () => {
  const place = await createLevelLedger();
  const refusals: [words: string[], complaint: string][] = [
    [
      ['--error', 'two words'],
      'It takes one or several kinds of errors, separated by commas, such as Blocked,RateLimited.',
    ],
    [['--priority', 'high'], 'It takes a whole number'],
    [['--retries-min', '-1'], 'It takes a whole number from 0.'],
    [['--search', '*'], 'It takes 1 to 100 characters with a letter or a digit'],
    [['--sort', 'name'], 'Allowed choices are created, ended, duration, priority, retries.'],
    [
      ['--sort', 'duration', '--status', 'pending'],
      '--sort takes ended and duration only for closed tasks or jobs, got duration with the status pending.',
    ],
  ];
  for (const [text, complaint] of refusals) {
    for (const run of [runTasks, runJobs]) {
      const { code, stdout, stderr } = await run(place, 'list', ...text);
      expect({ words: text, code, stdout }).toEqual({ words: text, code: 2, stdout: '' });
      expect(stderr).toContain(complaint);
    }
  }
});

test('tasks and jobs are filtered, searched and sorted by the options of the API', async () => {
  const place = await createLevelLedger();
  const one = { id: runIdAt(RUNS_BEGAN_MS), worker: 'Xylos', priority: 9, retry_count: 2, ...FAILED };
  const two = { id: runIdAt(RUNS_BEGAN_MS + 1_000), worker: 'Kryll', priority: 2, requested_by: 'ann' };
  await makeRun(place.db, { ...one, workflow_id: 'crawl/1' });
  await makeRun(place.db, { ...two, workflow_id: 'crawl/2' });
  await makeJobRun(place.db, { ...one, id: runIdAt(RUNS_BEGAN_MS), name: '1' });
  await makeJobRun(place.db, { ...two, id: runIdAt(RUNS_BEGAN_MS + 1_000), name: '2' });
  const requested: [options: string[], numbers: string[]][] = [
    [['--worker', 'Xylos', '--error', 'Blocked,NotFound', '--priority', '9', '--retries-min', '1'], ['1']],
    [['--priority-min', '1', '--requested-by', 'ann', '--sort', 'created'], ['2']],
    [['--search', 'SITE 403'], ['1']],
    [
      ['--sort', 'duration'],
      ['1', '2'],
    ],
    [
      ['--sort', 'priority', '--order', 'asc'],
      ['2', '1'],
    ],
  ];
  for (const [options, numbers] of requested) {
    const tasks = JSON.parse((await runTasks(place, 'list', '--json', ...options)).stdout) as Shown;
    const jobs = JSON.parse((await runJobs(place, 'list', '--json', ...options)).stdout) as Shown;
    expect({
      options,
      tasks: tasks.map(({ workflow_id: id }) => id),
      jobs: jobs.map(({ workflow_id: id }) => id),
    }).toEqual({
      options,
      tasks: numbers.map((number) => `crawl/${number}`),
      jobs: numbers.map((number) => `job/${number}`),
    });
  }
  const counted = JSON.parse(
    (await runTasks(place, 'counts', '--json', '--worker', 'Xylos', '--search', '403')).stdout,
  );
  expect(counted).toMatchObject({ counts: { failed: 1, completed: 0 } });
  expect((await runTasks(place, 'list', '--limit', '1', '--sort', 'priority')).stderr).toBe(
    'There are more; these are the first 1 (--limit).\n',
  );
});
