import type { Schemas } from '../../../api-client/create-api-client.ts';
import { formatFacts } from '../../output/format-facts.ts';
import type { Column } from '../../output/column.ts';
import type { Display } from '../../output/display.ts';
import { momentOf, timeOf } from '../../output/format-time.ts';
import { formatTable } from '../../output/format-table.ts';
import { formatTimeline } from '../../output/format-timeline.ts';
import { formatBytes } from '../../../domain/disk.ts';
import { JOB_CRASHES_MAX } from '../../../domain/job.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

type Job = Schemas['Job'];

/** The columns of a list of jobs. */
export const JOB_COLUMNS: readonly Column<Job>[] = [
  { header: 'job', value: 'id', kind: 'id' },
  { header: 'type', value: 'job_type' },
  { header: 'platform', value: 'platform', isMinor: true },
  { header: 'account', value: 'account', isMinor: true },
  { header: 'status', value: describeStatus, kind: 'status' },
  { header: 'priority', value: 'priority', kind: 'number', isMinor: true },
  { header: 'worker', value: 'worker_id', kind: 'id', isMinor: true },
  { header: 'attempt', value: formatAttempt, isMinor: true },
  { header: 'created', value: 'created_at', kind: 'time', isMinor: true },
  { header: 'ended', value: 'completed_at', kind: 'time', isMinor: true },
  { header: 'last error or progress', value: formatLastMessage },
];

/** The columns of a list of a job's files. */
export const FILE_COLUMNS: readonly Column<Schemas['JobFile']>[] = [
  { header: 'file', value: 'path', kind: 'id' },
  { header: 'bytes', value: 'bytes', kind: 'number' },
  { header: 'type', value: 'content_type' },
  { header: 'stored', value: 'created_at', kind: 'time', isMinor: true },
  { header: 'on the disk of', value: 'held_by', isMinor: true },
  { header: 'source', value: 'source', isMinor: true },
];

/** Formats the number of the current attempt, such as `2 of 4`; null for a job that waits for its first attempt. */
function formatAttempt({ status, retry_count: retries, max_retries: most }: Job): string | null {
  if (status === 'pending' && retries === 0) return null;
  return most === null ? String(retries + 1) : `${retries + 1} of ${most + 1}`;
}

type Progress = Pick<Job, 'status' | 'progress_percent' | 'progress_message' | 'error_message'>;

function formatLastMessage(job: Progress & Pick<Job, 'scheduled_for'>, display: Display): string {
  const { status, progress_message: message, error_message: error, scheduled_for: at } = job;
  if (status === 'pending' && at !== null && Date.parse(at) > Date.now())
    return `it waits until ${timeOf(at, display)}`;
  return (status === 'running' ? (message ?? error) : (error ?? message)) ?? '';
}

function describeStatus({ status, progress_percent: percent }: Progress): string {
  return status === 'running' ? `${status}, ${percent} %` : status;
}

type Detail = Schemas['JobDetail'];

/** Formats everything known about a job, a line for each fact. */
export function formatJob(detail: Detail): string {
  const parts = [formatFacts(factsOf(detail)), formatTimeline(detail.timeline), formatEarlierRuns(detail)];
  return `${parts.join('')}${detail.stale ? LEDGER_ALONE : ''}`;
}

function formatEarlierRuns({ earlier_runs: runs }: Detail): string {
  const table = formatTable(
    [
      { header: 'earlier run', value: 'created_at', kind: 'time' },
      { header: 'status', value: 'status', kind: 'status' },
      { header: 'ended', value: 'completed_at', kind: 'time' },
      { header: 'error', value: 'error_message' },
    ],
    runs,
  );
  return table === '' ? '' : `\n${table}`;
}

const LEDGER_ALONE = '\nTemporal does not answer: this is what the ledger knows.\n';

function factsOf(detail: Detail): [name: string, words: string | null][] {
  const { payload, result, priority, retry_count: retries, max_retries: retriesMax } = detail;
  const requested = detail.cancel_requested && detail.completed_at === null ? ', asked to end' : '';
  return [
    ['job', detail.id],
    ['type', detail.job_type],
    ['platform', detail.platform],
    ['account', detail.account],
    ['payload', payload === null ? null : JSON.stringify(payload)],
    ['status', `${detail.status}${requested}`],
    ['waits for', detail.waiting_for],
    ['depends on', describeDependencies(detail)],
    ['progress', describeProgress(detail)],
    ['priority', priority === null ? null : String(priority)],
    ['worker', detail.worker_id],
    ['retries', `${retries}${retriesMax === null ? '' : ` of ${retriesMax}`}`],
    ['crashes', detail.crash_count === 0 ? null : `${detail.crash_count} of ${JOB_CRASHES_MAX}`],
    ['requested by', detail.requested_by],
    ['started by', detail.started_by],
    ['created', timeOf(detail.created_at)],
    ['scheduled for', momentOf(detail.scheduled_for)],
    ['started', momentOf(detail.started_at)],
    ['ended', momentOf(detail.completed_at)],
    ['result', result === null ? null : JSON.stringify(result)],
    ['files', describeFiles(detail)],
    ['error', detail.error_message],
  ];
}

function describeDependencies({ depends_on: all }: Detail): string | null {
  if (all.length === 0) return null;
  return all.map(({ id, ended_as: end }) => (end === null ? id : `${id} (${end})`)).join(', ');
}

function describeFiles({ id, files: { count, bytes } }: Detail): string | null {
  if (count === 0) return null;
  return `${count} with ${formatBytes(bytes)}: \`crawlchain jobs files ${id}\``;
}

function describeProgress({ progress_percent: percent, progress_message: message }: Progress): string {
  return message === null ? `${percent} %` : `${percent} %: ${message}`;
}

/** Describes the progress of a job in one line. */
export function formatStep(job: Detail): string {
  const requested = job.cancel_requested ? ', asked to end' : '';
  return `${job.id}: ${job.status}${requested}; ${describeStep(job)}`;
}

function describeStep(job: Job): string {
  if (job.status === 'running') return describeProgress(job);
  const { error_message: trouble, scheduled_for: at } = job;
  if (trouble !== null) return `it will be tried again, since: ${trouble}`;
  const isLater = at !== null && Date.parse(at) > Date.now();
  return isLater
    ? `it waits until ${momentOf(at)}`
    : 'no worker has taken it yet; `crawlchain doctor` tells whether one serves the queue jobs';
}

/** Describes how a job ended, in one line. */
export function formatEnd({ id, status, result, error_message: error }: Job): string {
  const text = status === 'completed' ? (result === null ? null : JSON.stringify(result)) : error;
  return withoutControls(`${id} is ${status}${text === null ? '' : `: ${text}`}`);
}
