import { Badge, type Tone } from '../parts/sign.tsx';
import { STATUS_MEANINGS } from '../../api-client/api-values.ts';
import type { RequestedBulkAction, ListedRun, RunsOf, Task } from '../server/api-client.ts';
import { OPEN } from './search-keys.ts';

const TONES: Record<Task['status'], Tone> = {
  pending: 'neutral',
  claimed: 'neutral',
  running: 'neutral',
  stale: 'bad',
  completed: 'good',
  unconfirmed: 'degraded',
  failed: 'bad',
  cancelled: 'neutral',
};

/** Where a task or a job is. */
export function StatusBadge({ of, status }: { of: RunsOf; status: Task['status'] }) {
  const meanings: Partial<Record<Task['status'], string>> = STATUS_MEANINGS[of];
  return (
    <Badge tone={TONES[status]} title={meanings[status] ?? status}>
      {status}
    </Badge>
  );
}

/** What a list has, in words. */
export const NOUNS: Record<RunsOf, { one: string; many: string; title: string }> = {
  tasks: { one: 'task', many: 'tasks', title: 'Tasks' },
  jobs: { one: 'job', many: 'jobs', title: 'Jobs' },
};

type Action = RequestedBulkAction['action'];

/** What can be done about tasks and jobs, in the order of its buttons. */
export const ACTIONS: readonly Action[] = ['retry', 'cancel', 'start'];

/** On the buttons. */
export const ACTION_NAMES: Record<Action, string> = { retry: 'Retry', cancel: 'End', start: 'Promote' };

/** What a task is called: its dispensary, or what it does; and a job: its id. */
export function nameOf({
  dispensary_name: name,
  workflow_id: workflow,
}: Pick<ListedRun, 'dispensary_name' | 'workflow_id'>): string {
  return name ?? workflow.replace(/^job\//, '');
}

/** The heading above what holds a task or a job back that is not over. */
export function openTitleOf({ waiting_for: waiting }: { waiting_for: string | null }): string {
  return waiting === null ? 'Why is this not done?' : 'Why is this not running?';
}

/** Whether a task or a job is not over. */
export function isOpen({ status }: Pick<ListedRun, 'status'>): boolean {
  return OPEN.tasks.includes(status);
}
