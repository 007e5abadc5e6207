import type { Client } from '@temporalio/client';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { countAllTasks } from '../reports/list-tasks.ts';
import { callTemporal } from '../temporal-client/call-temporal.ts';
import { countSchedules } from '../temporal-client/describe-schedules.ts';
import { queryLegacy } from './query-legacy.ts';
import { findTables } from './legacy-tables.ts';
import { UNDER_WAY, WAITING } from './queue-tables.ts';
import { readLegacyQueue, type LegacyQueue } from './read-queue.ts';

interface Stores {
  total: number;
  crawl_enabled: number;
}

/** The legacy queue, compared with its replacement. */
export interface MigrationStatus {
  old: LegacyQueue & {
    /** Null when the legacy database has no such table, or is our own database, whose dispensaries are ours. */
    dispensaries: Stores | null;
  };
  new: {
    tasks: { total: number; by_status: Record<string, number> };
    schedules: { total: number; enabled: number };
    dispensaries: Stores;
  };
  /** The remaining steps, in words; empty when there are none. */
  remaining: string[];
}

/** Compares the legacy queue with ours. @param sources.legacy the same as `db` when the legacy tables are in our database */
export async function compareQueues(sources: {
  legacy: Db;
  db: Db;
  client: Client;
}): Promise<MigrationStatus> {
  const { legacy, db, client } = sources;
  const [queue, oldStores, stores, schedules, { counts }] = await Promise.all([
    queryLegacy(() => readLegacyQueue(legacy)),
    legacy === db ? null : queryLegacy(() => countStores(legacy)),
    countStores(db),
    callTemporal(client, () => countSchedules(client)),
    countAllTasks(db, {}),
  ]);
  return {
    old: { ...queue, dispensaries: oldStores },
    new: {
      tasks: { total: Object.values(counts).reduce((total, count) => total + count, 0), by_status: counts },
      schedules,
      dispensaries: stores ?? { total: 0, crawl_enabled: 0 },
    },
    remaining: whatRemains(queue, schedules.enabled),
  };
}

async function countStores(db: Db): Promise<Stores | null> {
  const columns = (await findTables(db, ['dispensaries'])).get('dispensaries');
  if (columns === undefined) return null;
  const enabled = columns.has('crawl_enabled') ? sql`crawl_enabled` : sql`true`;
  const { rows } = await sql<Stores>`
    select count(*) as total, count(*) filter (where ${enabled}) as crawl_enabled from dispensaries
  `.execute(db);
  return rows[0] ?? null;
}

function whatRemains(queue: LegacyQueue, enabledHere: number): string[] {
  const remaining: string[] = [];
  for (const table of ['task_schedules', 'job_schedules'] as const) {
    const { enabled = 0 } = queue[table] ?? {};
    if (enabled === null)
      remaining.push(`${table} does not say which of its schedules run: stop the program that reads it`);
    else if (enabled > 0) remaining.push(`${enabled} schedules of ${table} are enabled`);
  }
  for (const table of ['dispensary_crawl_jobs', 'worker_tasks'] as const) {
    const counts = queue[table]?.by_status ?? {};
    const of = (words: string[]) => words.reduce((total, word) => total + (counts[word] ?? 0), 0);
    if (of(WAITING) > 0) remaining.push(`${of(WAITING)} rows of ${table} wait for old workers`);
    if (of(UNDER_WAY) > 0) remaining.push(`${of(UNDER_WAY)} rows of ${table} are under way at old workers`);
  }
  if (enabledHere === 0) remaining.push('no schedule runs here: `npm run setup:temporal` creates them');
  return remaining;
}
