import { sql } from 'kysely';
import type { Pace } from '../../domain/pace.ts';
import type { Db } from '../connect.ts';

/** The limits of a target if an operator has set none. */
interface UsualLimits {
  requestsPerSecond: number;
  maxConcurrentRequests: number;
}

export interface PermitRequest extends UsualLimits {
  target: string;
  /** If a request to another host serves a crawl, that crawl's target: the request is refused while that target is stopped. */
  servedTarget: string | null;
  /** The position in the queue, from the previous answer; null at first. */
  permitId: number | null;
  /** If the target asked us to wait longer than this, the request is refused instead of waiting. */
  patienceMs: number;
}

export type PermitAnswer =
  /** The request may be sent now, and counts as open until it is ended, or for 30 s after its worker died. */
  | { verdict: 'sent'; permitId: number }
  | { verdict: 'wait'; permitId: number; waitMs: number }
  | PermitRefusal;

export type PermitRefusal =
  /** The target asked us to wait longer than the patience. */
  { verdict: 'limited'; waitMs: number } | { verdict: 'stopped'; since: Date; because: string };

/** Grants a request its permit, or says when to ask again. A request that asks more than a second late loses its position. */
export async function acquirePermit(db: Db, request: PermitRequest): Promise<PermitAnswer> {
  const { target, servedTarget, permitId, requestsPerSecond, maxConcurrentRequests, patienceMs } = request;
  const { rows } = await sql<{
    verdict: PermitAnswer['verdict'];
    turn: number;
    wait_ms: number;
    since: Date;
    because: string | null;
  }>`
    select * from take_turn(
      ${target}, ${servedTarget}, ${permitId}, ${requestsPerSecond}, ${maxConcurrentRequests}, ${patienceMs})
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('take_turn returned no row');
  switch (row.verdict) {
    case 'sent':
      return { verdict: 'sent', permitId: row.turn };
    case 'wait':
      return { verdict: 'wait', permitId: row.turn, waitMs: row.wait_ms };
    case 'limited':
      return { verdict: 'limited', waitMs: row.wait_ms };
    case 'stopped':
      return { verdict: 'stopped', since: row.since, because: row.because ?? '' };
  }
}

/** Extends an open request. Without an extension every 30 s, the request no longer counts. */
export async function keepPermit(db: Db, permitId: number): Promise<void> {
  await sql`
    update pace_turns set expires_at = clock_timestamp() + interval '30 seconds' where id = ${permitId} and ended_at is null
  `.execute(db);
}

/** Releases the position of a request that will not be sent. */
export async function returnPermit(db: Db, permitId: number): Promise<void> {
  await sql`delete from pace_turns where id = ${permitId}`.execute(db);
}

/** Conflicts are rare; after this many, the response does not update the pace. */
const CONFLICTS_MAX = 50;

/** When a request left, and the present time, both by the database's clock. */
export interface RequestTimes {
  sentAtMs: number;
  nowMs: number;
}

/**
 * Ends a request and updates its target's pace in one write. Otherwise another worker could see the request ended before it
 * sees the wait that the response asked for.
 * @param follow computes the new pace; called again when another request changed the pace meanwhile
 */
export async function endRequest(
  db: Db,
  permitId: number,
  follow: (pace: Pace, times: RequestTimes) => Pace,
): Promise<void> {
  for (let attempt = 0; attempt < CONFLICTS_MAX; attempt += 1) {
    const seen = await readPace(db, permitId);
    // If there is none, the permit expired while its worker was held up, and the response is outdated.
    if (seen === null || (await writePace(db, { ...seen, permitId }, follow(seen.pace, seen.times)))) return;
  }
  await sql`update pace_turns set ended_at = clock_timestamp() where id = ${permitId}`.execute(db);
}

interface SeenPace {
  target: string;
  revision: number;
  pace: Pace;
  times: RequestTimes;
}

/** Reads the pace of a permit's target; null: the permit no longer exists. */
async function readPace(db: Db, permitId: number): Promise<SeenPace | null> {
  const { rows } = await sql<Omit<SeenPace, 'pace' | 'times'> & Pace & RequestTimes>`
    select target, revision, speed, extract(epoch from slowed_at)::float8 * 1000 as "slowedAtMs",
      latency_recent_ms as "latencyRecentMs", latency_usual_ms as "latencyUsualMs", latency_samples as "latencySamples",
      limits_in_a_row as "limitsInARow", extract(epoch from waits_until)::float8 * 1000 as "waitsUntilMs",
      extract(epoch from sent_at)::float8 * 1000 as "sentAtMs",
      extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"
    from pace_turns join pace using (target) where pace_turns.id = ${permitId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { target, revision, sentAtMs, nowMs, ...pace } = row;
  return { target, revision, pace, times: { sentAtMs, nowMs } };
}

/** Writes the pace and ends the request. @returns false, without any change, if another request has changed the pace since it was read */
async function writePace(
  db: Db,
  { target, revision, permitId }: SeenPace & { permitId: number },
  pace: Pace,
): Promise<boolean> {
  const { rows } = await sql`
    with written as (update pace set
      speed = ${pace.speed},
      slowed_at = to_timestamp(${pace.slowedAtMs}::float8 / 1000),
      latency_recent_ms = ${pace.latencyRecentMs},
      latency_usual_ms = ${pace.latencyUsualMs},
      latency_samples = ${pace.latencySamples},
      limits_in_a_row = ${pace.limitsInARow},
      waits_until = to_timestamp(${pace.waitsUntilMs}::float8 / 1000),
      revision = revision + 1
    where target = ${target} and revision = ${revision} returning target
    ), ended as (
      update pace_turns set ended_at = clock_timestamp() where id = ${permitId} and exists (select from written)
    )
    select from written
  `.execute(db);
  return rows.length === 1;
}

/** Returns why sessions for a target may not begin: it is stopped, or it asked us to wait; null: they may begin. */
export async function readGate(db: Db, target: string): Promise<PermitRefusal | null> {
  const { rows } = await sql<{ stopped_at: Date | null; stopped_because: string | null; wait_ms: number }>`
    select stopped_at, stopped_because,
      coalesce(extract(epoch from waits_until - clock_timestamp()), 0)::float8 * 1000 as wait_ms
    from pace where target = ${target}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  if (row.stopped_at !== null)
    return { verdict: 'stopped', since: row.stopped_at, because: row.stopped_because ?? '' };
  return row.wait_ms > 0 ? { verdict: 'limited', waitMs: row.wait_ms } : null;
}

/** Saves the delay that a target's robots.txt asks for; 0 if it asks for none. */
export async function saveCrawlDelay(db: Db, target: string, crawlDelayMs: number): Promise<void> {
  await sql`
    insert into pace as known (target, crawl_delay_ms) values (${target}, ${crawlDelayMs})
    on conflict (target) do update set crawl_delay_ms = excluded.crawl_delay_ms
      where known.crawl_delay_ms <> excluded.crawl_delay_ms
  `.execute(db);
}
