import { sql } from 'kysely';
import type { Role } from '../../domain/role.ts';
import type { RunStatus } from '../../domain/crawl-run.ts';
import type { Db } from '../connect.ts';

/** A chain that began or ended. */
export interface ChangedChain {
  id: number;
  dispensary_id: number;
  role: Role;
  status: RunStatus;
  workflow_id: string;
  run_id: string;
  error_kind: string | null;
}

/** More than this a second are not told one by one. */
const CHANGES_MAX = 1_000;

/** Chains that began or ended within the last seconds, the first first. Such a row is seen once its transaction is over. */
export async function listChangedChains(db: Db, seconds: number): Promise<ChangedChain[]> {
  const { rows } = await sql<ChangedChain>`
    select id, dispensary_id, role, status, workflow_id, workflow_run_id as run_id, error_kind
    from crawl_runs
    where (status = 'running' and started_at > now() - ${seconds} * interval '1 second')
      or ended_at > now() - ${seconds} * interval '1 second'
    order by id limit ${CHANGES_MAX}
  `.execute(db);
  return rows;
}

/** The payloads that wait for a decision. */
export async function listSuspectIds(db: Db): Promise<{ id: number; dispensary_id: number }[]> {
  return db
    .selectFrom('raw_crawl_payloads')
    .select(['id', 'dispensary_id'])
    .where('verdict', '=', 'suspect')
    .orderBy('id', 'desc')
    .limit(CHANGES_MAX)
    .execute();
}

/** What somebody did by the API or the command, and how it was answered. */
export interface RecentAudit {
  id: number;
  method: string;
  path: string;
  status: number | null;
}

/** What was done last and is over, the first first; what takes long is over long after it began. */
export async function listRecentAudit(db: Db): Promise<RecentAudit[]> {
  const { rows } = await sql<RecentAudit>`
    select id, method, path, status
    from (select id, method, path, status from api_audit order by id desc limit ${CHANGES_MAX}) as latest
    where status is not null order by id
  `.execute(db);
  return rows;
}
