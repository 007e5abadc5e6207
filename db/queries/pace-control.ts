import { sql } from 'kysely';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';

/** What an operator sets; null gives a limit back to the environment of the workers, undefined leaves it as it is. */
export interface LimitChange {
  requestsPerSecond?: number | null;
  maxConcurrentRequests?: number | null;
}

/** Sets limits of a target; they hold from each worker's next request on. */
export async function setLimits(db: Db, target: string, change: LimitChange): Promise<void> {
  const { requestsPerSecond, maxConcurrentRequests } = change;
  await db
    .insertInto('pace')
    .values({
      target,
      requests_per_second: requestsPerSecond ?? null,
      max_concurrent_requests: maxConcurrentRequests ?? null,
    })
    .onConflict((conflict) =>
      conflict.column('target').doUpdateSet({
        target,
        ...(requestsPerSecond === undefined ? {} : { requests_per_second: requestsPerSecond }),
        ...(maxConcurrentRequests === undefined ? {} : { max_concurrent_requests: maxConcurrentRequests }),
      }),
    )
    .execute();
}

/**
 * Stops every request to a target, on all workers, from their next look on.
 * @returns false when it was stopped already; the reason is then the new one, the time the old
 */
export async function stopTarget(db: Db, target: string, because: string): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into pace as known (target, stopped_at, stopped_because)
    values (${target}, clock_timestamp(), ${storable(because)})
    on conflict (target) do update
      set stopped_at = coalesce(known.stopped_at, clock_timestamp()), stopped_because = excluded.stopped_because
    returning not exists (select from pace where target = ${target} and stopped_at is not null) as is_new
  `.execute(db);
  return rows[0]?.is_new ?? false;
}

/** Lets requests to a target go again. @returns false when it was not stopped */
export async function startTarget(db: Db, target: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update pace set stopped_at = null, stopped_because = null where target = ${target} and stopped_at is not null
  `.execute(db);
  return numAffectedRows === 1n;
}

/** What an operator has stopped. */
export interface StoppedTarget {
  target: string;
  stoppedAt: Date;
  because: string;
}

/** The targets that are stopped, by name. */
export async function listStoppedTargets(db: Db): Promise<StoppedTarget[]> {
  const { rows } = await sql<StoppedTarget>`
    select target, stopped_at as "stoppedAt", coalesce(stopped_because, '') as because
    from pace where stopped_at is not null order by target
  `.execute(db);
  return rows;
}

/** The pace of a target as an operator reads it. */
export interface PaceReport {
  target: string;
  /** Null: the environment of the workers says. */
  requestsPerSecond: number | null;
  maxConcurrentRequests: number | null;
  /** The share of the limit that is in use. */
  speed: number;
  stoppedAt: Date | null;
  stoppedBecause: string | null;
  /** What the other side asked for; null when it is over. */
  waitsUntil: Date | null;
  crawlDelayMs: number;
  latencyRecentMs: number | null;
  latencyUsualMs: number | null;
  underWay: number;
  waiting: number;
}

/** The pace of every target that was asked or set so far, platforms and other hosts, by name. */
export async function listPaces(db: Db): Promise<PaceReport[]> {
  const { rows } = await sql<PaceReport>`
    select pace.target, requests_per_second as "requestsPerSecond", max_concurrent_requests as "maxConcurrentRequests",
      speed, stopped_at as "stoppedAt", stopped_because as "stoppedBecause",
      case when waits_until > clock_timestamp() then waits_until end as "waitsUntil",
      crawl_delay_ms as "crawlDelayMs", latency_recent_ms as "latencyRecentMs", latency_usual_ms as "latencyUsualMs",
      count(turn.id) filter (where turn.sent_at is not null)::int as "underWay",
      count(turn.id) filter (where turn.sent_at is null)::int as waiting
    from pace
    left join pace_turns turn
      on turn.target = pace.target and turn.ended_at is null and turn.expires_at > clock_timestamp()
    group by pace.target
    order by pace.target
  `.execute(db);
  return rows;
}
