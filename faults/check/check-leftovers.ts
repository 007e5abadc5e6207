import { sql } from 'kysely';
import { isOwnGroupRunning } from '../../local/process-identity.mjs';
import { until } from '../world/until.ts';
import type { CheckedWorld } from './checked-world.ts';
import { findingsOf, type Finding } from './finding.ts';

/** How many seconds after its last renewal a lease, or a turn, of a killed process expires. */
const LEASE_SECONDS = 60;
const TURN_SECONDS = 30;

/** How long the database server may take to notice that a client is gone, and child processes may take to end. */
const GONE_MS_MAX = 10_000;

/**
 * Checks that ended workers hold nothing and left no process behind.
 * @param lastKillAt leases and turns that were last renewed before this time are no findings
 */
export async function checkLeftovers(world: CheckedWorld, lastKillAt?: Date): Promise<Finding[]> {
  return [
    ...(await checkHeld(world, lastKillAt)),
    ...(await checkStorefront(world)),
    ...(await checkProcesses(world)),
    ...(await checkConnections(world)),
  ];
}

async function checkHeld({ db }: CheckedWorld, lastKillAt?: Date): Promise<Finding[]> {
  const { findings, add } = findingsOf('leftovers');
  const killedAt = lastKillAt ?? null;
  const { rows } = await sql<{ name: string; until: Date }>`
    with held as (
      select format('the lease %s of proxy %s', id, proxy_id) as name, expires_at, ${LEASE_SECONDS}::int as seconds from proxy_leases
      union all
      select format('the turn %s at %s', id, target), expires_at, ${TURN_SECONDS}::int from pace_turns where ended_at is null
    )
    select name, expires_at as until from held
    -- A lease that was given back has no row, or has an end. Only a killed process, which renews nothing, may leave its lease to expire.
    where expires_at > coalesce(${killedAt}::timestamptz + seconds * interval '1 second', '-infinity')
    order by name
  `.execute(db);
  for (const { name, until: expiresAt } of rows)
    add(`${name} was not given back`, 'given back', `held until ${expiresAt.toISOString()}`);
  return findings;
}

interface LoggedRequest {
  n: number;
  path: string;
  endedAt: string | null;
}

async function checkStorefront({ control }: CheckedWorld): Promise<Finding[]> {
  const { findings, add } = findingsOf('leftovers');
  const { requests } = await control<{ requests: LoggedRequest[] }>('GET', '/control/requests');
  for (const { n, path, endedAt } of requests)
    if (endedAt === null) add(`request ${n} to the storefront, ${path}, has no end`, 'ended', 'under way');
  return findings;
}

async function checkProcesses({ started }: CheckedWorld): Promise<Finding[]> {
  const { findings, add } = findingsOf('leftovers');
  const left = () => started().filter(isOwnGroupRunning);
  await until('processes have ended', () => left().length === 0, { timeoutMs: GONE_MS_MAX }).catch(
    () => undefined,
  );
  for (const { name, pid } of left())
    add(`the process of ${name}, or a child of it, is running`, 'none', `process group ${pid}`);
  return findings;
}

interface Session {
  pid: number;
  name: string;
  state: string;
}

async function checkConnections({ db }: CheckedWorld): Promise<Finding[]> {
  const { findings, add } = findingsOf('leftovers');
  let sessions: Session[] = [];
  const areGone = async () => {
    const { rows } = await sql<Session>`
      select pid, application_name as name, coalesce(state, 'unknown') as state from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and application_name <> current_setting('application_name')
      order by pid
    `.execute(db);
    sessions = rows;
    return rows.length === 0;
  };
  await until('connections are closed', areGone, { timeoutMs: GONE_MS_MAX }).catch(() => undefined);
  for (const { pid, name, state } of sessions)
    add(`a connection to the database is open: ${name}`, 'none', `session ${pid}, ${state}`);
  return findings;
}
