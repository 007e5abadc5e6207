import { expect } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { startApiServer, type ApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeRun, runIdAt } from '../db/make-runs.ts';

/** The fields of the overview that the tests read. */
export interface Overview {
  as_of: string | null;
  stale: boolean;
  temporal: { available: boolean; reason: string | null };
  verdict: string;
  outlook: string | null;
  reasons: {
    code: string;
    severity: string;
    words: string;
    remedy: string | null;
    page: string;
    api: string;
    clears_by_itself: boolean | null;
  }[];
  since: string;
  counts: { pending: number; running: number; completed: number; failed: number };
  hours: { hour: string; completed: number; failed: number; cancelled: number }[];
  capacity: {
    stale: boolean;
    roles: { role: string; pending: number; forecast: { state: string; words: string } }[];
    images: { pending: number; running: number };
  };
  running: { items: { title: string; of: string; worker_id: string; progress_percent: number }[] };
  quarantine: { waiting: number; items: { suspicion: string }[] };
  stopped_targets: { target: string; because: string }[];
  schedules: { total: number; enabled: number; faults: unknown[] } | null;
  failures: {
    total: number;
    more: boolean;
    groups: {
      of: string;
      kind: string;
      platform: string | null;
      dispensary_name: string | null;
      message: string;
      count: number;
      recovered: number;
      by_hour: number[];
      trend: string;
      filter: Record<string, string>;
    }[];
  };
}

/** Creates an API whose ledger has caught up with Temporal. */
export async function createOverviewServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const server = await startApiServer({ db, client });
  // Reads the state from another resource than the overview, which caches slow reads.
  const isStale = async () => (await server.call<Overview>('GET', '/api/tasks/counts')).body.stale;
  await expect.poll(isStale, { timeout: 60_000 }).toBe(false);
  return { db, client, ...server };
}

/** Gets the overview from the API. */
export const fetchOverview = async ({ call }: Pick<ApiServer, 'call'>): Promise<Overview> =>
  (await call<Overview>('GET', '/api/overview')).body;

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Adds a run that ended some minutes ago. By its id, it began half a minute before its end. */
export function ended(db: Db, minutes: number, change: Parameters<typeof makeRun>[1] = {}) {
  const endedAt = minutesAgo(minutes);
  return makeRun(db, { id: runIdAt(endedAt.getTime() - 30_000), ended_at: endedAt, ...change });
}

export const failed = { ended_as: 'failed', error_kind: 'Blocked', platform: 'dutchie' } as const;
