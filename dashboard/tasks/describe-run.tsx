import { Badge } from '../parts/sign.tsx';
import type { Tone } from '../parts/tone.ts';
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

/** The status of a task or job as a badge. */
export function StatusBadge({ of, status }: { of: RunsOf; status: Task['status'] }) {
  const meanings: Partial<Record<Task['status'], string>> = STATUS_MEANINGS[of];
  return (
    <Badge tone={TONES[status]} title={meanings[status] ?? status}>
      {status}
    </Badge>
  );
}

/** The nouns of each list. */
export const NOUNS: Record<RunsOf, { one: string; many: string; title: string }> = {
  tasks: { one: 'task', many: 'tasks', title: 'Tasks' },
  jobs: { one: 'job', many: 'jobs', title: 'Jobs' },
};

type Action = RequestedBulkAction['action'];

/** The actions on tasks and jobs, in the order of their buttons. */
export const ACTIONS: readonly Action[] = ['retry', 'cancel', 'start'];

/** The texts of the buttons. */
export const ACTION_NAMES: Record<Action, string> = { retry: 'Retry', cancel: 'End', start: 'Promote' };

/** Returns the name of a run: its dispensary, else its workflow id without `job/`. */
export function nameOf({
  dispensary_name: name,
  workflow_id: workflow,
}: Pick<ListedRun, 'dispensary_name' | 'workflow_id'>): string {
  return name ?? workflow.replace(/^job\//, '');
}

/** Returns the heading above the reason why an open task or job does not proceed. */
export function openTitleOf({ waiting_for: waiting }: { waiting_for: string | null }): string {
  return waiting === null ? 'Why is this not done?' : 'Why is this not running?';
}

/** Whether a task or job is open. */
export function isOpen({ status }: Pick<ListedRun, 'status'>): boolean {
  return OPEN.tasks.includes(status);
}
