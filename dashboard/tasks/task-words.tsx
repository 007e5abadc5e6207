import { Badge, type Tone } from '../parts/sign.tsx';
import type { Task } from '../server/api-client.ts';
import { OPEN } from './search-words.ts';

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

/** Where a task is. */
export function StatusBadge({ status }: { status: Task['status'] }) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

/** What a task is called: its dispensary, or what it does. */
export function nameOf({
  dispensary_name: name,
  workflow_id: workflow,
}: Pick<Task, 'dispensary_name' | 'workflow_id'>): string {
  return name ?? workflow;
}

/** Whether a task is not over. */
export function isOpen({ status }: Pick<Task, 'status'>): boolean {
  return OPEN.includes(status);
}
