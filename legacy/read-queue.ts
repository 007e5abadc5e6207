import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { findTables, type Columns } from './legacy-tables.ts';
import { LOGS, QUEUE_TABLES, QUEUES, SCHEDULES, switchOf } from './queue-tables.ts';

/** The rows of a queue table by status. */
interface QueueCounts {
  total: number;
  by_status: Record<string, number>;
}

/** A table of schedules; `enabled` is null when no column tells which are enabled. */
interface ScheduleCounts {
  total: number;
  enabled: number | null;
}

/** The legacy queue; null stands for a missing table. */
export interface LegacyQueue {
  worker_tasks: QueueCounts | null;
  dispensary_crawl_jobs: QueueCounts | null;
  task_schedules: ScheduleCounts | null;
  job_schedules: ScheduleCounts | null;
  job_run_logs: { total: number } | null;
}

/** Counts the rows of the legacy queue's tables. */
export async function readLegacyQueue(legacy: Db): Promise<LegacyQueue> {
  const tables = await findTables(legacy, QUEUE_TABLES);
  const each = async <Name extends string, Counts>(
    names: readonly Name[],
    count: (table: string, columns: Columns) => Promise<Counts>,
  ) =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => {
          const columns = tables.get(name);
          return [name, columns === undefined ? null : await count(name, columns)] as const;
        }),
      ),
    ) as Record<Name, Counts | null>;
  const [queues, schedules, logs] = await Promise.all([
    each(QUEUES, (table, columns) => countQueue(legacy, table, columns)),
    each(SCHEDULES, (table, columns) => countSchedules(legacy, table, columns)),
    each(LOGS, async (table) => ({ total: await countRows(legacy, table) })),
  ]);
  return { ...queues, ...schedules, ...logs };
}

async function countQueue(legacy: Db, table: string, columns: Columns): Promise<QueueCounts> {
  if (!columns.has('status')) return { total: await countRows(legacy, table), by_status: {} };
  const { rows } = await sql<{ status: string | null; count: number }>`
    select status::text as status, count(*) as count from ${sql.id(table)} group by 1 order by 1
  `.execute(legacy);
  return {
    total: rows.reduce((total, { count }) => total + count, 0),
    by_status: Object.fromEntries(rows.map(({ status, count }) => [status ?? 'none', count])),
  };
}

async function countSchedules(legacy: Db, table: string, columns: Columns): Promise<ScheduleCounts> {
  const column = switchOf(columns);
  if (column === null) return { total: await countRows(legacy, table), enabled: null };
  const { rows } = await sql<{ total: number; enabled: number }>`
    select count(*) as total, count(*) filter (where ${sql.id(column)}) as enabled from ${sql.id(table)}
  `.execute(legacy);
  return rows[0] as { total: number; enabled: number };
}

async function countRows(legacy: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(table)}`.execute(
    legacy,
  );
  return rows[0]?.count ?? 0;
}
