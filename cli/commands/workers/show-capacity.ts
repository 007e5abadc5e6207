import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { rolesNamed, WORKER_ROLES } from '../../../temporal-config/role-queues.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatTable } from '../../format-table.ts';
import { momentOf } from '../../tell-time.ts';

type CapacityRow = Schemas['Capacity'];

/**
 * Shows what each role has to do, and how many workers it takes.
 * @throws CommandRefused when nobody knows the role
 */
export async function showCapacity(
  word: string | undefined,
  { json }: { json?: true },
  command: Command,
): Promise<void> {
  const asked = word === undefined ? null : rolesNamed(word);
  if (word !== undefined && asked === null)
    throw new CommandRefused(
      `There is no role ${JSON.stringify(word)}; it is one of ${WORKER_ROLES.join(', ')}.`,
    );
  const {
    items,
    stale,
    as_of: asOf,
  } = await withApi(command, (api) => answerOf(api.GET('/api/tasks/capacity')));
  const shown = items.filter(({ role }) => asked === null || asked.includes(role));
  if (stale) process.stderr.write(`This is how it was at ${momentOf(asOf) ?? 'a time that is not known'}.\n`);
  process.stdout.write(
    json === true ? `${JSON.stringify(shown)}\n` : formatTable(HEADER, shown.map(cellsOf)),
  );
}

const HEADER = [
  'role',
  'pending',
  'ready',
  'claimed',
  'running',
  'done 1 h',
  'failed 1 h',
  'workers',
  'seconds',
  'per worker h',
  'drained in h',
  'for 1 h',
  'for 4 h',
  'for 8 h',
  'bound by',
];

function cellsOf(row: CapacityRow): (string | number)[] {
  const { workers_needed: needed } = row;
  return [
    row.role,
    row.pending_tasks,
    row.ready_tasks,
    row.claimed_tasks,
    row.running_tasks,
    row.completed_last_hour,
    row.failed_last_hour,
    row.active_workers,
    row.avg_duration_sec ?? '-',
    row.tasks_per_worker_hour ?? '-',
    hoursInWords(row),
    needed.for_1_hour ?? '?',
    needed.for_4_hours ?? '?',
    needed.for_8_hours ?? '?',
    boundInWords(row.bound_by),
  ];
}

function hoursInWords({ estimated_hours_to_drain: hours, slot_seconds: seconds }: CapacityRow): string {
  if (hours === null) return seconds === null ? '?' : 'never';
  return hours > 0 && hours < 0.01 ? '<0.01' : String(Math.round(hours * 100) / 100);
}

/** Such as `platform (1 h, 4 h)`. */
function boundInWords(bound: CapacityRow['bound_by']): string {
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
