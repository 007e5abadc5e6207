import type { Schemas } from '../../../api-client/create-api-client.ts';
import { TASK_STATUSES } from '../../../domain/task.ts';
import { COUNTED_MAX } from '../../../domain/run-list.ts';
import { formatFacts } from '../../format-facts.ts';
import { formatTable } from '../../format-table.ts';
import { momentOf, timeOf } from '../../tell-time.ts';
import { formatTimeline } from '../../format-timeline.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

/** One row for each task; times are UTC. */
export function formatTasks(tasks: readonly Schemas['ListedTask'][]): string {
  if (tasks.length === 0) return 'There are none.\n';
  return formatTable(
    [
      'task',
      'role',
      'dispensary',
      'status',
      'worker',
      'retries',
      'created',
      'ended',
      'waits for, or last error',
    ],
    tasks.map((task) => [
      task.id,
      task.role,
      describeStore(task),
      describeStatus(task),
      withoutControls(task.worker_id ?? '-'),
      task.retry_count,
      timeOf(task.created_at),
      timeOf(task.completed_at),
      withoutControls(task.waiting_for ?? task.error_message ?? '').slice(0, MESSAGE_MAX),
    ]),
  );
}

/** `tasks show` has the rest. */
const MESSAGE_MAX = 100;

/** One row for each role that has any, and one for all. */
export function formatCounts({ counts, by_role: byRole, more }: Schemas['TaskCounts']): string {
  const table = formatTable(
    ['role', ...TASK_STATUSES],
    [...Object.entries(byRole), ['all', counts] as const].map(([role, ofRole]) => [
      role,
      ...TASK_STATUSES.map((status) => ofRole[status]),
    ]),
  );
  if (more.length === 0) return table;
  return `${table}\nOf ${more.join(' and ')} there are more than ${COUNTED_MAX} of a role: narrow the time with --since.\n`;
}

type Detail = Schemas['TaskDetail'];

/** All that is known of a task, a line for each fact. */
export function formatTask(detail: Detail): string {
  return `${formatFacts(factsOf(detail))}${formatStages(detail)}${formatTimeline(detail.timeline)}${formatActivity(detail)}${detail.stale ? LEDGER_ALONE : ''}`;
}

const LEDGER_ALONE = '\nTemporal does not answer: this is what the ledger knows.\n';

function factsOf(detail: Detail): [name: string, words: string | null][] {
  const { platform, state_code: state, result, max_retries: retriesMax } = detail;
  const asked = detail.cancel_requested && detail.completed_at === null ? ', asked to end' : '';
  return [
    ['task', detail.id],
    ['role', detail.role],
    ['dispensary', detail.dispensary_id === null ? null : describeStore(detail)],
    ['platform', platform],
    ['state', state],
    ['status', `${describeStatus(detail)}${asked}`],
    ['waits for', detail.waiting_for],
    ['progress', detail.progress_message],
    ['priority', detail.priority === null ? null : String(detail.priority)],
    ['worker', detail.worker_id],
    ['retries', String(detail.retry_count)],
    [
      'runs again',
      retriesMax === null || detail.completed_at !== null ? null : `at most ${retriesMax} times`,
    ],
    ['asked by', askedBy(detail)],
    ['created', timeOf(detail.created_at)],
    ['scheduled for', momentOf(detail.scheduled_for)],
    ['started', momentOf(detail.started_at)],
    ['last heartbeat', momentOf(detail.last_heartbeat_at)],
    ['ended', momentOf(detail.completed_at)],
    ['tried again', triedAgain(detail)],
    ['came after it', detail.next_run === null ? null : `${detail.next_run.id}, ${detail.next_run.status}`],
    ['result', result === null ? null : JSON.stringify(result)],
    ['error', detail.error_message],
  ];
}

function triedAgain({ tried_again: again }: Detail): string | null {
  const at = momentOf(again?.at ?? null);
  if (at === null || again === null || again.retry === null) return at;
  const most = again.retries_max === null ? '' : ` of ${again.retries_max}`;
  return `${at}, retry ${again.retry}${most}`;
}

/** A person, and the workflow that did so for them. */
function askedBy({ requested_by: person, started_by: workflow }: Detail): string | null {
  const names = [person, workflow === null ? null : `by ${workflow}`].filter((name) => name !== null);
  return names.length === 0 ? null : names.join(', ');
}

function formatStages({ stages }: Detail): string {
  if (stages.length === 0) return '';
  const table = formatTable(
    ['stage', 'worker', 'attempts', 'outcome', 'started', 'ended'],
    stages.map((stage) => [
      stage.stage,
      withoutControls(stage.worker_id),
      stage.attempts,
      stage.outcome ?? 'open',
      timeOf(stage.started_at),
      timeOf(stage.ended_at),
    ]),
  );
  return `\n${table}`;
}

function formatActivity({ activity }: Detail): string {
  if (activity === null) return '';
  const { type, attempt, attempts_max: most, worker_id: worker, last_failure: failure } = activity;
  const words = [
    `${type}, attempt ${attempt}${most === null ? '' : ` of ${most}`}`,
    ...(worker === null ? [] : [`worker ${worker}`]),
    ...(failure === null ? [] : [`failed before: ${failure}`]),
  ];
  return `\nopen: ${withoutControls(words.join('; '))}\n`;
}

/** What is stuck, and what was done about it. */
export function formatRecovery(recovery: Schemas['RecoveredTasks']): string {
  const { tasks, threshold_minutes: minutes } = recovery;
  if (tasks.length === 0) return `Of every worker something was heard within ${minutes} minutes.\n`;
  return formatTable(
    ['task', 'dispensary', 'activity', 'attempt', 'worker', 'last heard', 'outcome'],
    tasks.map(({ task, activity, attempt, worker_id: worker, last_heard_at: heardAt, outcome }) => [
      task.id,
      describeStore(task),
      activity,
      attempt,
      withoutControls(worker ?? '-'),
      timeOf(heardAt),
      OUTCOMES[outcome],
    ]),
  );
}

const OUTCOMES = {
  found: 'stuck',
  reset: 'begins again',
  gone: 'has ended meanwhile',
  unsupported: 'the Temporal server is too old to have it begin again',
} as const;

function describeStore({
  dispensary_id: id,
  dispensary_name: name,
}: Pick<Schemas['Task'], 'dispensary_id' | 'dispensary_name'>) {
  if (id === null) return '-';
  return name === null ? String(id) : withoutControls(`${name} (${id})`);
}

function describeStatus({ status, stage }: Pick<Schemas['Task'], 'status' | 'stage'>): string {
  return stage === null ? status : `${status}: ${stage}`;
}
