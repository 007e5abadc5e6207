import { sql } from 'kysely';
import type { FailureKind } from '../../domain/errors.ts';
import type { ProxyOutcome } from '../../domain/proxy-outcome.ts';
import type { ClosedStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';
import { IS_SWITCHED_OFF, overdueFrom, type QualityRule } from './judged-dispensaries.ts';
import { IS_WAITING, IS_WORK, startsWith, WORK_KIND, type WorkKind } from './run-conditions.ts';
import { DIRECTION, type ShownSuspicion } from './suspicions.ts';

// Figures that only the overview shows. Every query uses an index of ended or open runs.

/** How many runs ended with an outcome within a clock hour (UTC). */
export interface EndedCount {
  hour: Date;
  of: WorkKind;
  outcome: ClosedStatus;
  count: number;
}

/** Counts the tasks and jobs that ended within a time range, by hour and outcome. @param within.until exclusive */
export async function countEnded(
  db: Db,
  { since, until }: { since: Date; until: Date },
): Promise<EndedCount[]> {
  const { rows } = await sql<EndedCount>`
    select date_trunc('hour', run.ended_at, 'UTC') as hour, ${WORK_KIND} as of, run.ended_as as outcome, count(*) as count
    from runs run
    where run.ended_at >= ${since} and run.ended_at < ${until} and ${IS_WORK}
    group by 1, 2, 3
  `.execute(db);
  return rows;
}

/** Tasks that wait for their time. */
export interface ScheduledTasks {
  count: number;
  /** When the next one is due; null: none waits. */
  nextAt: Date | null;
  /**
   * How many of them retry a failed chain whose dispensary was not crawled since and is not switched off: other retries end
   * without a crawl.
   */
  retries: number;
  nextRetryAt: Date | null;
}

/** Counts the tasks that wait for their time. @param retryPrefix the prefix of retries' workflow ids */
export async function countScheduled(db: Db, retryPrefix: string): Promise<ScheduledTasks> {
  const isRetry = startsWith(retryPrefix);
  const { rows } = await sql<ScheduledTasks>`
    with waiting as (
      select run.dispensary_id, run.scheduled_for, run.created_at, ${isRetry} and not ${IS_SWITCHED_OFF} as is_retry
      from runs run left join dispensaries store on store.id = run.dispensary_id where ${IS_WAITING} and run.scheduled_for > now()
    ), judged as (
      select scheduled_for, is_retry and not exists (
        -- The last few suffice, because a store has one chain at a time and its retry does not wait for long.
        select from (
          select status, ended_at from crawl_runs where dispensary_id = waiting.dispensary_id order by id desc limit 5
        ) crawl where crawl.status in ('completed', 'unconfirmed') and crawl.ended_at > waiting.created_at
      ) as is_wanted from waiting
    )
    select count(*) as count, min(scheduled_for) as "nextAt", count(*) filter (where is_wanted) as retries,
      min(scheduled_for) filter (where is_wanted) as "nextRetryAt"
    from judged
  `.execute(db);
  return rows[0] ?? { count: 0, nextAt: null, retries: 0, nextRetryAt: null };
}

/** A target whose breaker is not closed. */
export interface OpenBreaker {
  target: string;
  /** Since when the target refuses every proxy. */
  openedAt: Date;
  openUntil: Date;
  openings: number;
  /** What its last refusal was; null: the event was deleted since. */
  lastRefusal: string | null;
  /** Whether a trial session is finding out if the target still refuses. */
  isTried: boolean;
}

/** Lists the breakers that are not closed, by target. */
export async function listOpenBreakers(db: Db): Promise<OpenBreaker[]> {
  const { rows } = await sql<OpenBreaker>`
    select target, opened_at as "openedAt", open_until as "openUntil", openings, trial_lease_id is not null as "isTried", (
        select detail from proxy_events event where event.target = breaker.target and outcome = 'blocked' order by at desc limit 1
      ) as "lastRefusal"
    from target_breakers breaker order by target
  `.execute(db);
  return rows;
}

/** The state of the proxies: whether anything can be fetched. */
export interface ProxyStanding {
  active: number;
  others: number;
  /** How many of the others are retried automatically: they cool down, or wait for their probe. */
  resting: number;
  /** When the first resting proxy is retried; null: none rests. */
  firstReadyAt: Date | null;
  /** The most frequent last error of the others; null: none. */
  lastError: string | null;
  /** The store that last refused most of the resting proxies, and how many it refused; null: no store refused most of them. */
  refusedBy: { id: number; name: string; proxies: number } | null;
  /** Open tasks whose proxies could not reach the exit-address service; null: there are none, or too few to suspect the service. */
  unreached: UnreachedEcho | null;
}

/**
 * Tasks that failed because of their proxies since a session last reached the exit-address service, which every session calls
 * first, or a proxy was added.
 */
interface UnreachedEcho {
  tasks: number;
  /** When these failures began. */
  since: Date;
  /** When the first waiting task is retried; null: each has an attempt running, or about to begin. */
  nextAttemptAt: Date | null;
}

/** Counts the active and the other proxies, with the reason why the others are unusable or the active ones do not work. */
export async function readProxyStanding(db: Db): Promise<ProxyStanding> {
  const [{ rows }, refusedBy, unreached] = await Promise.all([
    sql<Omit<ProxyStanding, 'unreached' | 'refusedBy'>>`
      select count(*) filter (where is_active)::int as active, count(*) filter (where not is_active)::int as others,
        count(*) filter (where is_resting)::int as resting, min(cooldown_until) filter (where is_resting) as "firstReadyAt",
        mode() within group (order by last_error) filter (where not is_active) as "lastError"
      from (select *, not is_active and cooldown_until is not null as is_resting from proxies) as known
    `.execute(db),
    findRefusingStore(db),
    findUnreachedEcho(db),
  ]);
  const [counts = { active: 0, others: 0, resting: 0, firstReadyAt: null, lastError: null }] = rows;
  const isTold = unreached.tasks >= UNREACHED_MIN || (unreached.tasks > 0 && counts.active <= PROXIES_TRIED);
  const isMost = refusedBy !== null && refusedBy.proxies * 2 > counts.resting;
  return { ...counts, refusedBy: isMost ? refusedBy : null, unreached: isTold ? unreached : null };
}

/** Finds the store that most resting proxies were refused by last. */
async function findRefusingStore(db: Db): Promise<ProxyStanding['refusedBy']> {
  const { rows } = await sql<NonNullable<ProxyStanding['refusedBy']>>`
    select min(store.id) as id, min(store.name) as name, count(distinct proxies.id)::int as proxies from proxies
    join lateral (
      select page_url, outcome from proxy_events
      where proxy_id = proxies.id and target = proxies.cooled_for and is_counted order by id desc limit 1
    ) last on last.outcome = 'blocked'
    join dispensaries store on store.menu_url = last.page_url
    where not is_active and cooldown_until is not null
    group by last.page_url order by 3 desc, 1 limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * An attempt tries at most this many proxies. If no more are active, one failed task is enough to suspect the exit-address service;
 * otherwise it takes UNREACHED_MIN.
 */
const PROXIES_TRIED = 6;
const UNREACHED_MIN = 3;

/** Outcomes of sessions that had reached the exit-address service before. */
const HAVE_REACHED_IT: ProxyOutcome['outcome'][] = ['success', 'blocked', 'broken'];

async function findUnreachedEcho(db: Db): Promise<UnreachedEcho> {
  const { rows } = await sql<UnreachedEcho>`
    with reached as (
      select greatest(
        (select at from proxy_events where outcome = any(${HAVE_REACHED_IT}::text[]) order by at desc limit 1),
        -- What failed before a proxy was added says nothing about that proxy.
        (select max(created_at) from proxies where is_active)
      ) as at
    )
    select count(distinct work.run_id)::int as tasks, min(greatest(work.failing_since, reached.at)) as since,
      min(work.next_attempt_at) filter (where work.worker is null and work.next_attempt_at > now()) as "nextAttemptAt"
    from run_heartbeats work join runs run on run.run_id = work.run_id and run.ended_as is null cross join reached
    where work.error_kind = ${'ProxyFault' satisfies FailureKind} and (reached.at is null or work.failed_at > reached.at)
  `.execute(db);
  return rows[0] ?? { tasks: 0, since: new Date(), nextAttemptAt: null };
}

/** Dispensaries whose menu is older than their schedule allows. */
export interface OverdueStores {
  count: number;
  /** How many dispensaries are crawled in all. */
  of: number;
  /** The one that has waited longest; null: none is overdue. */
  oldest: { id: number; name: string; fetchedAt: Date | null } | null;
}

/** Counts the dispensaries whose newest menu is older than the time between their crawls. */
export async function countOverdue(db: Db, { scheduleHours }: QualityRule): Promise<OverdueStores> {
  const { rows } = await sql<OverdueStores>`
    select count(*) filter (where is_overdue)::int as count, count(*)::int as of,
      (array_agg(jsonb_build_object('id', id, 'name', name, 'fetchedAt', fetched_at) order by coalesce(fetched_at, created_at))
        filter (where is_overdue))[1] as oldest
    from (
      select store.id, store.name, store.created_at, store.current_payload_fetched_at as fetched_at,
        ${overdueFrom(scheduleHours)} < now() as is_overdue
      from dispensaries store where store.crawl_enabled and store.closed_at is null
    ) as known
  `.execute(db);
  const [{ oldest, ...counts } = { count: 0, of: 0, oldest: null }] = rows;
  const fetchedAt = oldest?.fetchedAt ?? null;
  return { ...counts, oldest: oldest && { ...oldest, fetchedAt: fetchedAt && new Date(fetchedAt) } };
}

/** The reason for doubt shared by a platform's menus. Rising and falling prices count as different reasons. */
interface Commonest extends Pick<ShownSuspicion, 'direction'> {
  fault: string;
  platform: string;
  dispensaries: number;
  /** The rule that most often comes first in the suspicions of these menus; null: suspicions of earlier versions name no rule. */
  rule: string | null;
  /** The id of the first of these menus. */
  payloadId: number;
}

/** Menus that wait for a decision. */
export interface QuarantineStanding {
  waiting: number;
  oldestAt: Date | null;
  /** The most common reason, with its platform and number of dispensaries; null: no menu waits, or the reason is not recorded. */
  commonest: Commonest | null;
}

/** Counts the menus that wait for a decision, and finds their most common reason. */
export async function readQuarantineStanding(db: Db): Promise<QuarantineStanding> {
  const { rows } = await sql<
    Omit<Commonest, 'fault'> & { waiting: number; oldestAt: Date; fault: string | null }
  >`
    select sum(count(*)) over ()::int as waiting, min(min(fetched_at)) over () as "oldestAt",
      suspicion ->> 'fault' as fault, platform, ${sql.raw(DIRECTION)} as direction,
      count(distinct dispensary_id)::int as dispensaries, min(id) as "payloadId",
      mode() within group (order by suspicion #>> '{measured,0,rule}') as rule
    from raw_crawl_payloads where verdict = 'suspect' group by 3, 4, 5 order by count(distinct dispensary_id) desc limit 1
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return { waiting: 0, oldestAt: null, commonest: null };
  const { waiting, oldestAt, fault, ...alike } = row;
  return { waiting, oldestAt, commonest: fault === null ? null : { fault, ...alike } };
}

/** Dispensaries of a platform that keep an older menu, because newer ones were rejected for the same reason within the last day. */
export interface RejectedMenus {
  platform: string;
  fault: string | null;
  dispensaries: number;
  /** The id of the first of the rejected menus. */
  payloadId: number;
}

/** Only menus that were fetched within this time are searched, even if older ones were rejected only now. */
const REJECTED_AGE_DAYS_MAX = 14;

/**
 * Finds the largest group of dispensaries whose newest menus were rejected for the same reason within the last day; null: there
 * are none.
 */
export async function findRejected(db: Db): Promise<RejectedMenus | null> {
  const { rows } = await sql<RejectedMenus>`
    select payload.platform, payload.suspicion ->> 'fault' as fault, count(distinct store.id)::int as dispensaries,
      min(payload.id) as "payloadId"
    from raw_crawl_payloads payload join dispensaries store on store.id = payload.dispensary_id
    where payload.verdict = 'rejected' and payload.decided_at > now() - interval '1 day'
      and payload.fetched_at > now() - ${REJECTED_AGE_DAYS_MAX} * interval '1 day' and store.crawl_enabled and store.closed_at is null
      and payload.fetched_at > coalesce(store.current_payload_fetched_at, '-infinity')
    group by 1, 2 order by 3 desc, 1, 2 limit 1
  `.execute(db);
  return rows[0] ?? null;
}
