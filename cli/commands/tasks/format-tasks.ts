import type { Schemas } from '../../../api-client/create-api-client.ts';
import { TASK_STATUSES } from '../../../domain/task.ts';
import { COUNTED_MAX } from '../../../domain/run-list.ts';
import { formatRetry } from '../../api/next-try.ts';
import { formatFacts } from '../../output/format-facts.ts';
import type { Column } from '../../output/column.ts';
import { formatTable } from '../../output/format-table.ts';
import { nameDispensary } from '../../output/name-dispensary.ts';
import { momentOf, timeOf } from '../../output/format-time.ts';
import { formatTimeline } from '../../output/format-timeline.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

/** The columns of a list of tasks. */
export const TASK_COLUMNS: readonly Column<Schemas['ListedTask']>[] = [
  { header: 'task', value: 'id', kind: 'id' },
  { header: 'role', value: 'role', isMinor: true },
  { header: 'dispensary', value: nameDispensary, kind: 'named' },
  { header: 'status', value: describeStatus, kind: 'status' },
  { header: 'worker', value: 'worker_id', kind: 'id', isMinor: true },
  { header: 'retries', value: 'retry_count', kind: 'number', isMinor: true },
  { header: 'created', value: 'created_at', kind: 'time', isMinor: true },
  { header: 'ended', value: 'completed_at', kind: 'time', isMinor: true },
  { header: 'waits for, or last error', value: (task) => task.waiting_for ?? task.error_message ?? '' },
];

/** Formats one row for each role that has tasks, and one for all. */
export function formatCounts({ counts, by_role: byRole, more }: Schemas['TaskCounts']): string {
  const table = formatTable(
    [
      { header: 'role', value: ([role]) => role },
      ...TASK_STATUSES.map((status) => ({
        header: status,
        value: ([, ofRole]: readonly [string, typeof counts]) => ofRole[status],
        kind: 'number' as const,
      })),
    ],
    [...Object.entries(byRole), ['all', counts] as const],
  );
  if (more.length === 0) return table;
  return `${table}\nOf ${more.join(' and ')} there are more than ${COUNTED_MAX} of a role: narrow the time with --since.\n`;
}

type Detail = Schemas['TaskDetail'];

/** Formats everything known about a task, a line for each fact. */
export function formatTask(detail: Detail): string {
  return `${formatFacts(factsOf(detail))}${formatStages(detail)}${formatTimeline(detail.timeline)}${formatActivity(detail)}${detail.stale ? LEDGER_ALONE : ''}`;
}

const LEDGER_ALONE = '\nTemporal does not answer: this is what the ledger knows.\n';

function factsOf(detail: Detail): [name: string, words: string | null][] {
  const { platform, state_code: state, result, max_retries: retriesMax } = detail;
  const requested = detail.cancel_requested && detail.completed_at === null ? ', asked to end' : '';
  return [
    ['task', detail.id],
    ['role', detail.role],
    ['dispensary', detail.dispensary_id === null ? null : String(nameDispensary(detail))],
    ['platform', platform],
    ['state', state],
    ['status', `${describeStatus(detail)}${requested}`],
    ['waits for', detail.waiting_for],
    ['progress', detail.progress_message],
    ['priority', detail.priority === null ? null : String(detail.priority)],
    ['worker', detail.worker_id],
    ['retries', String(detail.retry_count)],
    [
      'runs again',
      retriesMax === null || detail.completed_at !== null ? null : `at most ${retriesMax} times`,
    ],
    ['asked by', formatRequester(detail)],
    ['created', timeOf(detail.created_at)],
    ['scheduled for', momentOf(detail.scheduled_for)],
    ['started', momentOf(detail.started_at)],
    ['last heartbeat', momentOf(detail.last_heartbeat_at)],
    ['ended', momentOf(detail.completed_at)],
    ['tried again', formatRetry(detail)],
    ['came after it', detail.next_run === null ? null : `${detail.next_run.id}, ${detail.next_run.status}`],
    ['result', result === null ? null : JSON.stringify(result)],
    ['error', detail.error_message],
  ];
}

/** Formats who requested the task, and which workflow started it; null if neither is known. */
function formatRequester({ requested_by: person, started_by: workflow }: Detail): string | null {
  const names = [person, workflow].filter((name) => name !== null);
  return names.length === 0 ? null : names.join(', by ');
}

function formatStages({ stages }: Detail): string {
  const table = formatTable(
    [
      { header: 'stage', value: 'stage' },
      { header: 'worker', value: 'worker_id', kind: 'id' },
      { header: 'attempts', value: 'attempts', kind: 'number' },
      { header: 'outcome', value: ({ outcome }) => outcome ?? 'open', kind: 'status' },
      { header: 'started', value: 'started_at', kind: 'time' },
      { header: 'ended', value: 'ended_at', kind: 'time' },
    ],
    stages,
  );
  return table === '' ? '' : `\n${table}`;
}

function formatActivity({ activity }: Detail): string {
  if (activity === null) return '';
  const { type, attempt, attempts_max: most, worker_id: worker, last_failure: failure } = activity;
  const parts = [
    `${type}, attempt ${attempt}${most === null ? '' : ` of ${most}`}`,
    ...(worker === null ? [] : [`worker ${worker}`]),
    ...(failure === null ? [] : [`failed before: ${failure}`]),
  ];
  return `\nopen: ${withoutControls(parts.join('; '))}\n`;
}

/** Formats what became of the request to retry a closed task. */
export function formatRetried(started: Schemas['StartedTask']): string {
  const { id, already_running: isRunning, scheduled_for: at } = started;
  if (isRunning) return `${id} is open already, and goes on.`;
  return `${id} ${at !== null && Date.parse(at) > Date.now() ? 'waits for its time again' : 'is started'}.`;
}

/** Formats the stuck tasks, and what was done about each of them. */
export function formatRecovery(recovery: Schemas['RecoveredTasks']): string {
  const { tasks, threshold_minutes: minutes } = recovery;
  if (tasks.length === 0) return `Every worker has sent a heartbeat within ${minutes} minutes.\n`;
  return formatTable(
    [
      { header: 'task', value: ({ task }) => task.id, kind: 'id' },
      { header: 'dispensary', value: ({ task }) => nameDispensary(task), kind: 'named' },
      { header: 'activity', value: 'activity' },
      { header: 'attempt', value: 'attempt', kind: 'number' },
      { header: 'worker', value: 'worker_id', kind: 'id' },
      { header: 'last heard', value: 'last_heard_at', kind: 'time' },
      { header: 'outcome', value: ({ outcome }) => OUTCOMES[outcome] },
    ],
    tasks,
  );
}

const OUTCOMES = {
  found: 'stuck',
  reset: 'begins again',
  gone: 'has ended in the meantime',
  unsupported: 'the Temporal server is too old to reset it',
} as const;

function describeStatus({ status, stage }: Pick<Schemas['Task'], 'status' | 'stage'>): string {
  return stage === null ? status : `${status}: ${stage}`;
}
