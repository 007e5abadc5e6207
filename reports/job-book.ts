import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import {
  findJobs,
  listClosedJobs,
  listDeletedJobRuns,
  listJobRunsClosedSince,
  type JobPlace,
  type LedgerJob,
  type LedgerJobFilter,
} from '../db/queries/jobs.ts';
import type { JobStatus } from '../domain/job.ts';
import { isClosed } from '../domain/task.ts';
import { JOB_QUERIES, JOBS_PER_PAGE, listJobRuns, type ListedJob } from '../temporal-client/job-control.ts';
import { lookAtTasks } from '../temporal-client/look-at-tasks.ts';
import { byJobAge, endedJob, ledgerJob, openJob, type Job } from './job.ts';
import { createSharedSnapshot } from './shared-snapshot.ts';
import type { AnswerAge } from './task-book.ts';

/** Jobs that are asked for; what is absent does not narrow. */
export interface JobFilter extends Omit<LedgerJobFilter, 'statuses'> {
  statuses?: readonly JobStatus[] | undefined;
}

interface JobPage extends AnswerAge {
  items: Job[];
  /** Behind the last one; null: there are no more. */
  next: JobPlace | null;
}

/** All jobs, whoever knows of them. */
export interface JobBook {
  /** The newest jobs behind a place. */
  list(filter: JobFilter, page: { after: JobPlace | null; limit: number }): Promise<JobPage>;
  /** The jobs that are not over, newest first. */
  open(filter: JobFilter): Promise<AnswerAge & { items: Job[] }>;
  /** What it shows was changed from here. */
  expire(): void;
}

/** Open jobs change all the time. */
const INTERVAL_MS = 2_000;

/** Those that are listed, the newest. */
const OPEN_MAX = 20_000;
const ENDED_HARD_MAX = 2_000;

/** Longer than a workflow takes to end after its last word in the ledger, and visibility to hear of it. */
const LEDGER_AHEAD_MS = 60_000;

/**
 * Lists jobs from two sources: Temporal's visibility has those that are open and those that ended without a word, the ledger
 * the others. Each job is there once, with its newest run.
 */
export function createJobBook({ db, client }: { db: Db; client: Client }): JobBook {
  const snapshot = createSharedSnapshot({
    client,
    read: () => readVisible({ db, client }),
    intervalMs: INTERVAL_MS,
  });

  /** What Temporal alone tells, without what is over meanwhile. */
  async function visible(filter: JobFilter) {
    const { value, takenAt, isStale } = await snapshot.ask();
    const closed = await listJobRunsClosedSince(db, new Date(takenAt.getTime() - LEDGER_AHEAD_MS));
    const deleted = await listDeletedJobRuns(db);
    const left = value.jobs.filter((job) => !closed.has(job.run_id) && !deleted.has(job.run_id));
    const leftIds = new Set(left.map(({ id }) => id));
    const superseded = value.superseded.filter((id) => leftIds.has(id));
    const items = left.filter((job) => isWanted(job, filter));
    return { items, superseded, asOf: takenAt, isStale };
  }

  return {
    expire: () => snapshot.expire(),
    async open(filter) {
      const { items, asOf, isStale } = await visible(filter);
      return { items: items.filter(({ status }) => !isClosed(status)), asOf, isStale };
    },
    async list(filter, { after, limit }) {
      const { items, superseded, asOf, isStale } = await visible(filter);
      const statuses = filter.statuses?.filter(isClosed);
      // One more than is shown tells whether there are more.
      const page = { after, limit: limit + 1, without: superseded };
      const known = statuses?.length === 0 ? [] : await listClosedJobs(db, { ...filter, statuses }, page);
      const others = items.filter((job) => after === null || isBehind(job, after));
      const jobs = [...known.map(ledgerJob), ...others].sort(byJobAge);
      const shown = jobs.slice(0, limit);
      const last = shown.at(-1);
      const isMore = jobs.length > limit && last !== undefined;
      return {
        items: shown,
        next: isMore ? { createdAt: last.created_at, id: last.id } : null,
        asOf,
        isStale,
      };
    },
  };
}

interface Visible {
  /** Those that the ledger does not have as closed, newest first. */
  jobs: Job[];
  /** Of them, those of which the ledger has an older run as closed. */
  superseded: string[];
}

async function readVisible(sources: {
  db: Db;
  client: Client;
}): Promise<{ value: Visible; questions: number }> {
  const open = await listJobRuns(sources.client, JOB_QUERIES.open, OPEN_MAX);
  const ended = await listJobRuns(sources.client, JOB_QUERIES.endedHard, ENDED_HARD_MAX);
  // The newest run of each job: none is newer than one that is open.
  const newest = new Map<string, ListedJob>();
  for (const run of [...open, ...ended.toSorted((one, other) => +other.createdAt - +one.createdAt)])
    if (!newest.has(run.id)) newest.set(run.id, run);
  const rows = new Map((await findJobs(sources.db, [...newest.keys()])).map((row) => [row.id, row]));
  await lookAtQuiet(sources.client, open, rows);
  const value: Visible = { jobs: [], superseded: [] };
  for (const run of newest.values()) add(value, run, rows.get(run.id) ?? null);
  value.jobs.sort(byJobAge);
  const questions = [open, ended].map(({ length }) => Math.max(1, Math.ceil(length / JOBS_PER_PAGE)));
  return { value, questions: questions.reduce((sum, count) => sum + count, 0) };
}

/** A job that tells so seldom is looked at: its worker may be gone. */
const QUIET_MS = 10_000;
const LOOKS_MAX = 200;

async function lookAtQuiet(client: Client, open: ListedJob[], rows: Map<string, LedgerJob>): Promise<void> {
  const quiet = open.filter(({ id, runId }) => {
    const row = rows.get(id);
    if (row?.workflow_run_id !== runId || row.status !== 'running') return false;
    return Date.now() - row.updated_at.getTime() > QUIET_MS;
  });
  const oldest = quiet.toSorted((one, other) => +one.createdAt - +other.createdAt).slice(0, LOOKS_MAX);
  const looks = await lookAtTasks(client, oldest);
  oldest.forEach((run, at) => {
    const look = looks[at];
    if (look !== undefined) run.look = look;
  });
}

function add({ jobs, superseded }: Visible, run: ListedJob, row: LedgerJob | null): void {
  const own = row?.workflow_run_id === run.runId ? row : null;
  if (own !== null && isClosed(own.status)) return;
  const isOlder = own === null && row !== null && row.created_at > run.createdAt;
  if (run.closedAs !== null && isOlder) return;
  if (own === null && row !== null && isClosed(row.status)) superseded.push(run.id);
  jobs.push(run.closedAs === null ? openJob(run, own) : endedJob(run, own));
}

/** Whether a job is among those that are asked for. */
function isWanted(job: Job, filter: JobFilter): boolean {
  const { statuses, jobType, platform, account, since, until } = filter;
  return (
    (statuses === undefined || statuses.includes(job.status)) &&
    (jobType === undefined || job.job_type === jobType) &&
    (platform === undefined || job.platform === platform) &&
    (account === undefined || job.account === account) &&
    (since === undefined || job.created_at >= since) &&
    (until === undefined || job.created_at < until)
  );
}

function isBehind(job: Job, { createdAt, id }: JobPlace): boolean {
  const apart = job.created_at.getTime() - createdAt.getTime();
  return apart < 0 || (apart === 0 && job.id < id);
}
