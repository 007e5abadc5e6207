import { sql } from 'kysely';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';

/** An operator's change of limits. Null restores the default from the workers' environment; undefined leaves a limit as it is. */
export interface LimitChange {
  requestsPerSecond?: number | null;
  maxConcurrentRequests?: number | null;
}

/** Sets limits of a target; they apply from each worker's next request on. */
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
 * Stops all requests to a target on all workers, from their next check on.
 * @returns false if it was already stopped; the reason is then replaced, and the time kept
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

/** Allows requests to a target again. @returns false if it was not stopped */
export async function startTarget(db: Db, target: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update pace set stopped_at = null, stopped_because = null where target = ${target} and stopped_at is not null
  `.execute(db);
  return numAffectedRows === 1n;
}

/** A target that an operator has stopped. */
export interface StoppedTarget {
  target: string;
  stoppedAt: Date;
  because: string;
}

/** Lists the stopped targets, by name. */
export async function listStoppedTargets(db: Db): Promise<StoppedTarget[]> {
  const { rows } = await sql<StoppedTarget>`
    select target, stopped_at as "stoppedAt", coalesce(stopped_because, '') as because
    from pace where stopped_at is not null order by target
  `.execute(db);
  return rows;
}

/** A platform in use that is slowed down to a small part of its limit. */
export interface SlowedTarget {
  target: string;
  /** The fraction of the limit that is in use. */
  speed: number;
}

/** A single refusal halves the speed, which is usual. */
const SLOWED_SPEED_MAX = 0.25;

/** A platform without requests for longer is not in use. */
const IN_USE_MINUTES = 2;

/** Lists the platforms, by name, that are slowed down and were requested in the last minutes, without those that are stopped. */
export async function listSlowedTargets(db: Db): Promise<SlowedTarget[]> {
  const { rows } = await sql<SlowedTarget>`
    select target, speed from pace
    where target = any(${[...PLATFORM_NAMES]}::text[]) and speed <= ${SLOWED_SPEED_MAX} and stopped_at is null
      and last_sent_at > clock_timestamp() - ${IN_USE_MINUTES} * interval '1 minute'
    order by target
  `.execute(db);
  return rows;
}

/** The pace of a target, for operators. */
export interface PaceReport {
  target: string;
  /** Null: the default from the workers' environment applies. */
  requestsPerSecond: number | null;
  maxConcurrentRequests: number | null;
  /** The fraction of the limit that is in use. */
  speed: number;
  stoppedAt: Date | null;
  stoppedBecause: string | null;
  /** Until when the target asked us to wait; null if that has passed. */
  waitsUntil: Date | null;
  crawlDelayMs: number;
  latencyRecentMs: number | null;
  latencyUsualMs: number | null;
  underWay: number;
  waiting: number;
}

/** Lists the pace of every target that was requested or configured so far, platforms and other hosts, by name. */
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
