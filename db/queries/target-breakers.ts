import { sql } from 'kysely';
import type { ProxyOutcome } from '../../domain/proxy-outcome.ts';
import { FAILURES_UNTIL_COOLDOWN, refusesEverybody, type TargetStanding } from '../../domain/proxy-state.ts';
import { afterRefusal, openedBreaker, type Breaker } from '../../domain/target-breaker.ts';
import type { Db } from '../connect.ts';

// The states of a breaker, its transitions and its invariants are in domain/target-breaker.ts.

/** The maximum age of an outcome that counts for a target. */
const WINDOW_MINUTES = 5;

/**
 * Serializes refusals at a target, and locks the proxies whose counters they may change, ordered by id.
 * @returns whether the target's breaker is closed
 */
export async function lockForRefusal(tx: Db, { target, proxyId }: ProxyOutcome): Promise<boolean> {
  await lockBreaker(tx, target);
  await sql`
    select from proxies
    where id = ${proxyId} or id in (select proxy_id from proxy_events where ${isRecentAt(target)})
    order by id for no key update
  `.execute(tx);
  const { breaker } = await readBreaker(tx, target);
  return breaker === null;
}

/** Serializes changes to a target's breaker. Take this lock before any row lock on the breaker or a proxy. */
export async function lockBreaker(tx: Db, target: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`breaker ${target}`}))`.execute(tx);
}

/**
 * Reads a target's breaker, null while it is closed, and the database's time. A trial ends when its lease expires, because its
 * worker is then gone.
 */
export async function readBreaker(
  tx: Db,
  target: string,
): Promise<{ breaker: Breaker | null; nowMs: number }> {
  const { rows } = await sql<{
    now_ms: number;
    open_until_ms: number | null;
    trial_lease_id: string | null;
    openings: number;
  }>`
    select openings, proxy_leases.id as trial_lease_id, extract(epoch from open_until)::float8 * 1000 as open_until_ms,
      extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
    from (values (${target}::text)) as asked (target) left join target_breakers using (target)
      left join proxy_leases on proxy_leases.id = trial_lease_id and expires_at > clock_timestamp()
  `.execute(tx);
  const row = rows[0]!;
  return {
    nowMs: row.now_ms,
    breaker:
      row.open_until_ms === null
        ? null
        : { openUntilMs: row.open_until_ms, trialLeaseId: row.trial_lease_id, openings: row.openings },
  };
}

/** Saves an open breaker, unless an operator removed it meanwhile. */
export async function saveBreaker(tx: Db, target: string, breaker: Breaker): Promise<void> {
  await sql`
    update target_breakers set openings = ${breaker.openings}, trial_lease_id = ${breaker.trialLeaseId}::uuid,
      open_until = to_timestamp(${breaker.openUntilMs / 1000}::float8)
    where target = ${target}
  `.execute(tx);
}

function isRecentAt(target: string) {
  return sql<boolean>`target = ${target} and is_counted and at > clock_timestamp() - ${WINDOW_MINUTES} * interval '1 minute'`;
}

/**
 * Opens the breaker of a target that refuses everybody. Its refusals within the window then count against no proxy,
 * and proxies that cool down because of them alone are active again.
 * @returns whether it opened
 */
export async function openBreakerIfRefused(tx: Db, target: string): Promise<boolean> {
  if (!refusesEverybody(await standingOf(tx, target))) return false;
  const { nowMs } = await readBreaker(tx, target);
  const { openUntilMs, openings } = openedBreaker(nowMs, Math.random());
  await sql`
    insert into target_breakers (target, open_until, openings)
    values (${target}, to_timestamp(${openUntilMs / 1000}::float8), ${openings})
  `.execute(tx);
  const { rows } = await sql<{ proxy_id: number }>`
    update proxy_events set is_counted = false where ${isRecentAt(target)} and outcome = 'blocked' returning proxy_id
  `.execute(tx);
  const proxyIds = [...new Set(rows.map(({ proxy_id: id }) => id))];
  await recount(tx, proxyIds);
  await sql`
    update proxies set is_active = true, cooldown_until = null, cooldowns = greatest(cooldowns - 1, 0), cooled_for = null
    from proxy_targets
    where id = any(${proxyIds}) and not is_active and cooldown_until is not null and cooled_for = ${target}
      and proxy_id = id and target = ${target} and proxy_targets.consecutive_failures < ${FAILURES_UNTIL_COOLDOWN}
  `.execute(tx);
  return true;
}

/** Reads the standing of a target from the latest answers per proxy and per store: see `refusesEverybody`. */
async function standingOf(tx: Db, target: string): Promise<TargetStanding> {
  const { rows } = await sql<TargetStanding>`
    with answers as (
      select id, proxy_id, page_url, outcome from proxy_events where ${isRecentAt(target)} and outcome <> 'fault'
    ), of_proxies as (
      select distinct on (proxy_id) outcome from answers order by proxy_id, id desc
    ), of_stores as (
      select distinct on (page_url) outcome from answers order by page_url, id desc
    )
    select
      (select count(*) from of_proxies) as proxies,
      (select count(*) from of_proxies where outcome = 'blocked') as "refusedProxies",
      (select count(*) from of_stores where outcome = 'blocked') as "refusedStores"
  `.execute(tx);
  return rows[0] as TargetStanding;
}

/** Recomputes the counters of proxies from their events. The caller holds the proxies' row locks. */
export async function recount(tx: Db, proxyIds: number[]): Promise<void> {
  await sql`
    update proxy_targets as health set
      success_count = pruned_success_count + successes,
      blocked_count = pruned_blocked_count + blocks,
      fault_count = pruned_fault_count + faults,
      bytes = pruned_bytes + sum_bytes,
      consecutive_failures = in_row
    from (
      select event.proxy_id, event.target,
        count(*) filter (where is_counted and outcome = 'success') as successes,
        count(*) filter (where is_counted and outcome = 'blocked') as blocks,
        count(*) filter (where is_counted and outcome = 'fault') as faults,
        coalesce(sum(bytes) filter (where is_counted), 0)::bigint as sum_bytes,
        count(*) filter (where is_counted and outcome <> 'success' and id > after_id) as in_row
      from proxy_events as event join (
        select proxy_id, target, greatest(max(fresh_start_event_id), max(proxy_events.id) filter (where outcome = 'success')) as after_id
        from proxy_events join proxies on proxies.id = proxy_id
        where proxy_id = any(${proxyIds}) group by proxy_id, target
      ) as start on start.proxy_id = event.proxy_id and start.target = event.target
      group by event.proxy_id, event.target
    ) as sums
    where health.proxy_id = sums.proxy_id and health.target = sums.target
  `.execute(tx);
  await sql`
    update proxies set
      success_count = totals.successes,
      failure_count = totals.failures,
      consecutive_failures = coalesce(recent.in_row, 0),
      consecutive_faults = coalesce(recent.faults, 0),
      consecutive_403_count = coalesce(recent.blocks, 0)
    from (
      select proxy_id, sum(success_count) as successes, sum(blocked_count + fault_count) as failures
      from proxy_targets where proxy_id = any(${proxyIds}) group by proxy_id
    ) as totals left join (
      select proxy_id,
        count(*) filter (where id > last_success and outcome <> 'success') as in_row,
        count(*) filter (where id > last_other_than_fault and outcome = 'fault') as faults,
        count(*) filter (where id > last_other_than_block and outcome = 'blocked') as blocks
      from (
        select event.id, proxy_id, outcome,
          greatest(fresh_start_event_id, max(event.id) filter (where outcome = 'success') over whole) as last_success,
          greatest(fresh_start_event_id, max(event.id) filter (where outcome <> 'fault') over whole) as last_other_than_fault,
          greatest(fresh_start_event_id, max(event.id) filter (where outcome <> 'blocked') over whole) as last_other_than_block
        from proxy_events as event join proxies on proxies.id = proxy_id
        where proxy_id = any(${proxyIds}) and is_counted
        window whole as (partition by proxy_id)
      ) as placed
      group by proxy_id
    ) as recent on recent.proxy_id = totals.proxy_id
    where proxies.id = totals.proxy_id
  `.execute(tx);
}

/** Reopens the breaker if the refused session was its trial. */
export async function prolongBreaker(tx: Db, { target, leaseId }: ProxyOutcome): Promise<void> {
  const { breaker, nowMs } = await readBreaker(tx, target);
  if (breaker === null) return;
  const next = afterRefusal(breaker, leaseId, { nowMs, roll: Math.random() });
  if (next !== breaker) await saveBreaker(tx, target, next);
}
