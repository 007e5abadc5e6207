import { sql } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import { chooseNext, type TurnEntry, type TurnWait } from '../../domain/job-turns.ts';
import type { Db } from '../connect.ts';
import type { JobRunName } from './job-runs.ts';

/** How many jobs of a platform may run at once, by platform. */
export type PlatformLimits = Readonly<Record<string, number>>;

/** Jobs without a platform share the account's lock alone. */
const NO_PLATFORM = '';

/** A run as the table of turns knows it. */
export type TurnRun = Pick<JobRunName, 'id' | 'createdAt' | 'platform'>;

/**
 * Requests a turn for a run, or grants a free one to whoever comes first. A later run of the job keeps what it has.
 * @returns the runs that got a turn by this, and what the run waits for; null: it has its turn
 */
export async function requestTurn(
  db: Db,
  run: JobRunName,
  limits: PlatformLimits,
): Promise<{ granted: TurnRun[]; waitsFor: TurnWait | null }> {
  const { id, workflowRunId, platform: given, account, priority, createdAt } = run;
  const platform = given ?? NO_PLATFORM;
  return db.transaction().execute(async (tx) => {
    await lockPlatform(tx, platform);
    await sql`
      insert into job_turns as known (job_id, workflow_run_id, platform, account, priority, requested_at)
      values (${id}, ${workflowRunId}, ${platform}, ${account}, ${priority}, ${createdAt})
      on conflict (job_id) do update set workflow_run_id = excluded.workflow_run_id, platform = excluded.platform,
        account = excluded.account, priority = excluded.priority, requested_at = excluded.requested_at,
        -- An earlier run of the job that ended without a record, as before a reset, leaves its turn to this one.
        granted_at = case when (known.platform, known.account) is not distinct from (excluded.platform, excluded.account)
          then known.granted_at end
      where known.requested_at <= excluded.requested_at
    `.execute(tx);
    const granted = await grantFree(tx, platform, limits);
    return { granted, waitsFor: await findTurnWait(tx, run) };
  });
}

/** Grants the free turns of a platform. @returns the runs that got one */
async function grantFree(tx: Db, platform: string, limits: PlatformLimits): Promise<TurnRun[]> {
  const { rows } = await sql<TurnEntry>`
    select job_id as id, account, priority, requested_at as "requestedAt", granted_at is not null as "hasTurn"
    from job_turns where platform = ${platform}
  `.execute(tx);
  const granted = chooseNext(rows, limits[platform] ?? null);
  await sql`
    update job_turns set granted_at = clock_timestamp() where job_id = any(${granted}::text[])
  `.execute(tx);
  return rows
    .filter(({ id }) => granted.includes(id))
    .map(({ id, requestedAt }) => ({ id, platform, createdAt: requestedAt }));
}

/** Lets one transaction at a time decide about the turns of a platform. */
async function lockPlatform(tx: Db, platform: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`job-turns ${platform}`}))`.execute(tx);
}

/** Finds what a job waits for that has requested a turn; null: it has its turn, or has requested none. */
export async function findTurnWait(
  db: Db,
  { id, workflowRunId }: Pick<JobRunName, 'id' | 'workflowRunId'>,
): Promise<TurnWait | null> {
  const { rows } = await sql<TurnWait>`
    select own.platform, own.account, holder.job_id as holder,
      exists (select from job_turns other where other.platform = own.platform and other.granted_at is not null) as "isPlatformBusy"
    from job_turns own
      left join job_turns holder on holder.platform = own.platform and holder.account = own.account and holder.granted_at is not null
    where own.job_id = ${id} and own.workflow_run_id = ${workflowRunId} and own.granted_at is null
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Gives up the turn of a run, or its place among those that wait, and grants what is free by that. Repeating it changes nothing.
 * @returns the runs that got a turn by this
 */
export async function releaseTurn(
  db: Db,
  { id, createdAt, platform: given }: TurnRun,
  limits: PlatformLimits,
): Promise<TurnRun[]> {
  const platform = given ?? NO_PLATFORM;
  return db.transaction().execute(async (tx) => {
    await lockPlatform(tx, platform);
    // A later run of the job keeps what it has.
    const { rows } = await sql`
      delete from job_turns where job_id = ${id} and requested_at <= ${createdAt} returning job_id
    `.execute(tx);
    return rows.length === 0 ? [] : grantFree(tx, platform, limits);
  });
}

/** How many holders of a platform's turns are checked at a time. */
const HOLDERS_CHECKED = 10;

/**
 * Finds runs that hold what a waiting job needs, and whose attempts may have ended: the one of its account, or the oldest of its
 * platform.
 */
export async function findSilentHolders(
  db: Db,
  { platform, account }: Pick<JobRunName, 'platform' | 'account'>,
): Promise<(TurnRun & Pick<JobRunName, 'workflowRunId'>)[]> {
  const { rows } = await sql<Pick<JobRunName, 'id' | 'workflowRunId' | 'createdAt'>>`
    select job_id as id, workflow_run_id as "workflowRunId", requested_at as "createdAt" from job_turns
    where platform = ${platform ?? NO_PLATFORM} and granted_at is not null
      and coalesce(held_until, '-infinity') < clock_timestamp()
    order by account is not distinct from ${account} desc, granted_at limit ${HOLDERS_CHECKED}
  `.execute(db);
  return rows.map((row) => ({ ...row, platform }));
}

/** Finds the job that comes next when a job gives up its turn; it then sees to all turns of the platform. Empty: none waits. */
export async function findNextForTurn(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other.job_id as id from job_turns own join job_turns other on other.platform = own.platform
    where own.job_id = ${id} and other.job_id <> own.job_id and other.granted_at is null
    order by other.account is not distinct from own.account desc, other.priority, other.requested_at limit 1
  `.execute(db);
  return rows.map((row) => row.id);
}

/** How long an attempt holds its turn without renewing it. */
export const TURN_HELD_MS = 60_000;

const HELD_UNTIL = sql`clock_timestamp() + make_interval(secs => ${TURN_HELD_MS / 1_000})`;

/** PostgreSQL's code for a second row with a unique value. */
const IS_TAKEN = '23505';

/**
 * Takes the turn of its account for an attempt, whatever its workflow believes.
 * @throws CrawlError AccountBusy while another job of the account has the turn; StaleAttempt when a later run of the job has requested it
 */
export async function holdTurn(db: Db, run: JobRunName): Promise<void> {
  const { id, workflowRunId, platform, account, priority, createdAt } = run;
  try {
    const { rows } = await sql`
      insert into job_turns as known (job_id, workflow_run_id, platform, account, priority, requested_at, granted_at, held_until)
      values (${id}, ${workflowRunId}, ${platform ?? NO_PLATFORM}, ${account}, ${priority}, ${createdAt}, clock_timestamp(), ${HELD_UNTIL})
      on conflict (job_id) do update set workflow_run_id = excluded.workflow_run_id, platform = excluded.platform,
        account = excluded.account, requested_at = excluded.requested_at, held_until = excluded.held_until,
        granted_at = coalesce(known.granted_at, excluded.granted_at)
      where known.requested_at <= excluded.requested_at
      returning job_id
    `.execute(db);
    if (rows.length === 0) throw lostTurn(id);
  } catch (error) {
    if ((error as { code?: unknown }).code !== IS_TAKEN) throw error;
    const message = 'Another job of the same account has the turn; this one waits until that has ended.';
    throw new CrawlError('AccountBusy', message, { retryAfterMs: 10_000 });
  }
}

/** Renews the hold of an attempt. @throws CrawlError StaleAttempt when the run has its turn no more */
export async function renewTurn(
  db: Db,
  { id, workflowRunId }: Pick<JobRunName, 'id' | 'workflowRunId'>,
): Promise<void> {
  const { rows } = await sql`
    update job_turns set held_until = ${HELD_UNTIL} where job_id = ${id} and workflow_run_id = ${workflowRunId} returning job_id
  `.execute(db);
  if (rows.length === 0) throw lostTurn(id);
}

function lostTurn(id: string): CrawlError {
  return new CrawlError('StaleAttempt', `Job ${id} has lost the turn of its account.`, { isFinal: false });
}

/** Records that no attempt of a run is at work. The run keeps its turn for its next attempt. */
export async function dropTurn(
  db: Db,
  { id, workflowRunId }: Pick<JobRunName, 'id' | 'workflowRunId'>,
): Promise<void> {
  await sql`
    update job_turns set held_until = null where job_id = ${id} and workflow_run_id = ${workflowRunId}
  `.execute(db);
}
