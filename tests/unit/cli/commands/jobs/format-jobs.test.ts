import { expect, test } from 'vitest';
import {
  formatEnd,
  formatJob,
  formatStep,
  JOB_COLUMNS,
} from '../../../../../cli/commands/jobs/format-jobs.ts';
import { formatTable } from '../../../../../cli/output/format-table.ts';
import { toJob, toJobDetail } from '../../../../../reports/job-answer.ts';
import type { Job } from '../../../../../reports/job.ts';

const at = new Date('2026-01-31T08:00:00.123Z');

function job(known: Partial<Job> = {}): Job {
  return {
    id: 'pictures',
    workflow_id: 'job/pictures',
    run_id: '0199c6f2-5a1b-7000-8000-000000000001',
    job_type: 'count',
    platform: null,
    account: 'ann',
    priority: 5,
    status: 'running',
    progress_percent: 40,
    progress_message: 'at 2',
    worker_id: 'worker-1',
    worker_name: null,
    retry_count: 1,
    max_retries: 3,
    requested_by: null,
    started_by: null,
    result: null,
    error_kind: 'Error',
    error_message: 'no more than 2',
    scheduled_for: null,
    created_at: at,
    started_at: at,
    completed_at: null,
    updated_at: at,
    ...known,
  };
}

const detail = (
  known: Partial<Job>,
  {
    cancelRequested = false,
    waitingFor = null as string | null,
    crashCount = 0,
    earlierRuns = [] as Job[],
  } = {},
) => ({
  ...toJobDetail({
    job: job(known),
    runKey: '0199c6f2-5a1b-7000-8000-000000000001',
    files: { count: 2, bytes: 1_500_000 },
    payload: { to: 5 },
    crashCount,
    events: [],
    waitingFor,
    dependencies: [],
    earlierRuns,
    cancelRequested,
    asOf: at,
    isStale: true,
  }),
  web_ui_url: null,
});

/** A control sequence that would clear a terminal. */
const CLEAR = '\u001B[2J';

test('a list has how far a job is while it runs, and else why it failed, without control characters', () => {
  const [header, running, failed] = formatTable(JOB_COLUMNS, [
    toJob(job()),
    toJob(job({ status: 'failed', account: `a${CLEAR}`, error_message: `${CLEAR}${'x'.repeat(200)}` })),
  ]).split('\n');
  expect(header).toMatch(
    /^job +type +platform +account +status +priority +worker +attempt +created +ended +last error or progress$/,
  );
  expect(running).toMatch(
    /^pictures +count +- +ann +running, 40 % +5 +worker-1 +2 of 4 +2026-01-31T08:00:00Z +- +at 2$/,
  );
  expect(failed).toMatch(/ a\[2J +failed +5 .+ \[2Jx{200}$/);
});

test('a job is shown with a line for each fact that is known', () => {
  expect(formatJob(detail({ result: { text: `\u009B2J` } }, { cancelRequested: true })))
    .toBe(`job             pictures
type            count
account         ann
payload         {"to":5}
status          running, asked to end
progress        40 %: at 2
priority        5
worker          worker-1
retries         1 of 3
created         2026-01-31T08:00:00Z
started         2026-01-31T08:00:00Z
result          {"text":"2J"}
files           2 with 1.5 MB: \`crawlchain jobs files pictures\`
error           no more than 2

Temporal does not answer: this is what the ledger knows.
`);
});

test('it is shown who requested a job, and which job started it', () => {
  const shown = formatJob(detail({ requested_by: 'ann', started_by: 'job/feed' }));
  expect(shown).toMatch(/^requested by +ann\nstarted by +job\/feed$/m);
});

test('the crashes of a job are shown', () => {
  expect(formatJob(detail({}, { crashCount: 2 }))).toMatch(/^crashes +2 of 3$/m);
});

test('the jobs that a job depends on are shown, with their ends', () => {
  const depends_on = [
    { id: 'menus', ended_as: 'completed' as const },
    { id: 'prices', ended_as: null },
  ];
  expect(formatJob({ ...detail({}), depends_on })).toMatch(/^depends on +menus \(completed\), prices$/m);
});

test('the earlier runs of a job are shown, with their ends', () => {
  const failed = job({ status: 'failed', completed_at: new Date('2026-01-31T09:00:00Z') });
  expect(formatJob(detail({}, { earlierRuns: [failed] }))).toMatch(
    /^earlier run +status +ended +error\n2026-01-31T08:00:00Z +failed +2026-01-31T09:00:00Z +no more than 2$/m,
  );
});

test('what a job waits for is shown', () => {
  const waiting = detail({ status: 'pending' }, { waitingFor: 'a worker: none serves the queue `jobs`' });
  expect(formatJob(waiting)).toMatch(/^waits for +a worker: none serves the queue `jobs`$/m);
});

test.each([
  ['pictures: running; 40 %: at 2', {}],
  ['pictures: running; 0 %', { progress_percent: 0, progress_message: null }],
  ['pictures: pending; it will be tried again, since: no more than 2', { status: 'pending' }],
  [
    'pictures: pending; no worker has taken it yet; `crawlchain doctor` tells whether one serves the queue jobs',
    { status: 'pending', error_message: null },
  ],
  [
    'pictures: pending; it waits until 2100-01-01T00:00:00Z',
    { status: 'pending', error_message: null, scheduled_for: new Date('2100-01-01T00:00:00Z') },
  ],
] as const)('a person who waits reads %j', (line, known) => {
  expect(formatStep(detail(known))).toBe(line);
});

test.each([
  ['pictures is completed: {"to":5}', { status: 'completed', result: { to: 5 }, error_message: null }],
  ['pictures is completed', { status: 'completed', error_message: null }],
  ['pictures is failed: no more than 2', { status: 'failed' }],
  ['pictures is cancelled: [2J', { status: 'cancelled', error_message: CLEAR }],
] as const)('an end reads %j', (line, known) => {
  expect(formatEnd(toJob(job(known)))).toBe(line);
});
