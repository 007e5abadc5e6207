import { InvalidArgumentError } from 'commander';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { rolesNamed, WORKER_ROLES } from '../../../temporal-config/role-queues.ts';
import type { Column } from '../../output/column.ts';

type CapacityRow = Schemas['Capacity'];

/** Parses a word to the roles that it names. @throws InvalidArgumentError if the word names none */
export function readRoles(word: string): string[] {
  const roles = rolesNamed(word);
  if (roles !== null) return [...roles];
  throw new InvalidArgumentError(
    `There is no role ${JSON.stringify(word)}; it is one of ${WORKER_ROLES.join(', ')}.`,
  );
}

/** The columns of the work of each role, and the workers that it needs. */
export const CAPACITY_COLUMNS: readonly Column<CapacityRow>[] = [
  { header: 'role', value: 'role', kind: 'id' },
  { header: 'pending', value: 'pending_tasks', kind: 'number' },
  { header: 'ready', value: 'ready_tasks', kind: 'number' },
  { header: 'claimed', value: 'claimed_tasks', kind: 'number', isMinor: true },
  { header: 'running', value: 'running_tasks', kind: 'number' },
  { header: 'done 1 h', value: 'completed_last_hour', kind: 'number', isMinor: true },
  { header: 'failed 1 h', value: 'failed_last_hour', kind: 'number', isMinor: true },
  { header: 'workers', value: 'active_workers', kind: 'number' },
  { header: 'seconds', value: 'avg_duration_sec', kind: 'number', isMinor: true },
  { header: 'per worker h', value: 'tasks_per_worker_hour', kind: 'number', isMinor: true },
  { header: 'drained in h', value: formatHours, kind: 'number' },
  { header: 'for 1 h', value: ({ workers_needed: needed }) => needed.for_1_hour ?? '?', kind: 'number' },
  { header: 'for 4 h', value: ({ workers_needed: needed }) => needed.for_4_hours ?? '?', kind: 'number' },
  { header: 'for 8 h', value: ({ workers_needed: needed }) => needed.for_8_hours ?? '?', kind: 'number' },
  { header: 'bound by', value: (row) => formatBound(row.bound_by), isMinor: true },
];

function formatHours({ estimated_hours_to_drain: hours, slot_seconds: seconds }: CapacityRow): string {
  if (hours === null) return seconds === null ? '?' : 'never';
  return hours > 0 && hours < 0.01 ? '<0.01' : String(Math.round(hours * 100) / 100);
}

/** Formats what limits the workers of a role from clearing its backlog within 1, 4 or 8 hours, such as `platform (1 h, 4 h)`. */
function formatBound(bound: CapacityRow['bound_by']): string {
  const horizons = [
    { hours: '1 h', by: bound.for_1_hour },
    { hours: '4 h', by: bound.for_4_hours },
    { hours: '8 h', by: bound.for_8_hours },
  ].filter(({ by }) => by !== null);
  const names = [...new Set(horizons.map(({ by }) => by))];
  return names
    .map((name) => {
      const hours = horizons.filter(({ by }) => by === name).map((horizon) => horizon.hours);
      return hours.length === 3 ? name : `${name} (${hours.join(', ')})`;
    })
    .join(', ');
}
