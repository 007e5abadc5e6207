import { sql } from 'kysely';
import type { ProxyOutcome } from '../../domain/proxy-outcome.ts';
import { cooldownMs, mustCoolDown } from '../../domain/proxy-state.ts';
import { countOwnFailures } from '../../domain/store-refusal.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';
import { blameBreaks, findUnjudgedBreaks } from './proxy-breaks.ts';
import { listFailuresInRow } from './store-refusals.ts';
import { lockForRefusal, openBreakerIfRefused, prolongBreaker, recount } from './target-breakers.ts';

/** The weight of the newest response in the moving average of response times. */
const NEWEST_WEIGHT = 0.2;

/**
 * Records a session's outcome and updates the counters, in one transaction. A repeated call changes nothing. Too many consecutive
 * failures send the proxy into a cool-down; failures at a store that refuses everybody do not count. If the target refuses too many
 * proxies, its breaker opens instead. A broken session counts against no proxy until a success through another proxy shows
 * whose fault it was.
 */
export async function recordProxyOutcome(db: Db, outcome: ProxyOutcome): Promise<void> {
  await db.transaction().execute(async (tx) => {
    switch (outcome.outcome) {
      case 'success':
        return recordSuccess(tx, outcome);
      case 'blocked':
        return recordRefusal(tx, outcome);
      case 'fault':
        await lockProxies(tx, [outcome.proxyId]);
        return coolDownIfCounted(tx, outcome, await count(tx, outcome));
      case 'broken':
        return void (await insertEvent(outcome, false).execute(tx));
    }
  });
}

/** Records a success, which shows which earlier breaks were the proxies' fault. */
async function recordSuccess(tx: Db, outcome: ProxyOutcome): Promise<void> {
  const { proxyId, target } = outcome;
  const breaks = await findUnjudgedBreaks(tx, outcome);
  await lockProxies(tx, [proxyId, ...breaks.map(({ proxy_id: id }) => id)]);
  if ((await count(tx, outcome)) === null) return;
  const blamed = await blameBreaks(tx, target, breaks);
  if (blamed.length === 0) return;
  await recount(tx, blamed);
  for (const id of blamed)
    await coolDownIfCounted(tx, { proxyId: id, target }, await countedOf(tx, id, target));
}

async function recordRefusal(tx: Db, outcome: ProxyOutcome): Promise<void> {
  const isBreakerClosed = await lockForRefusal(tx, outcome);
  if (!isBreakerClosed) return recordForNobody(tx, outcome);
  const counted = await count(tx, outcome);
  if (counted !== null && !(await openBreakerIfRefused(tx, outcome.target)))
    await coolDownIfCounted(tx, outcome, counted);
}

/** Locks proxies, so that their events are numbered in the order in which they are counted. */
async function lockProxies(tx: Db, proxyIds: number[]): Promise<void> {
  await sql`select from proxies where id = any(${proxyIds}) order by id for no key update`.execute(tx);
}

/** Records a refusal while the target refuses everybody: the event is stored and counts against no proxy. */
async function recordForNobody(tx: Db, outcome: ProxyOutcome): Promise<void> {
  const { rows } = await insertEvent(outcome, false).execute(tx);
  if (rows.length > 0) await prolongBreaker(tx, outcome);
}

function insertEvent(outcome: ProxyOutcome, isCounted: boolean) {
  return sql<{ proxy_id: number }>`
    insert into proxy_events (attempt_key, proxy_id, target, page_url, outcome, detail, response_time_ms, bytes, is_counted)
    values (${outcome.attemptKey}, ${outcome.proxyId}, ${outcome.target}, ${outcome.pageUrl}, ${outcome.outcome},
      ${detailOf(outcome)}, ${outcome.responseTimeMs ?? null}, ${outcome.bytes ?? 0}, ${isCounted})
    on conflict (attempt_key) do nothing
    returning proxy_id
  `;
}

function detailOf({ detail }: ProxyOutcome): string | null {
  return detail === undefined ? null : storable(detail);
}

interface Counted {
  is_active: boolean;
  cooldowns: number;
  at_target: number;
  faults: number;
}

/** Stores an outcome and updates the counters. @returns the proxy's consecutive failures; null: the outcome was already counted */
async function count(tx: Db, outcome: ProxyOutcome): Promise<Counted | null> {
  const isSuccess = outcome.outcome === 'success';
  const error = isSuccess ? null : (detailOf(outcome) ?? outcome.outcome);
  const one = (kind: ProxyOutcome['outcome']): number => (outcome.outcome === kind ? 1 : 0);
  const { rows } = await sql<Counted>`
    with event as (${insertEvent(outcome, true)}), health as (
      insert into proxy_targets as health (proxy_id, target, success_count, blocked_count, fault_count, bytes,
        consecutive_failures, avg_response_time_ms, last_success_at, last_failure_at, last_error)
      select proxy_id, ${outcome.target}, ${one('success')}::int, ${one('blocked')}::int, ${one('fault')}::int,
        ${outcome.bytes ?? 0}::bigint, ${isSuccess ? 0 : 1}::int, ${outcome.responseTimeMs ?? null}::int,
        ${isSuccess ? sql`clock_timestamp()` : sql`null::timestamptz`},
        ${isSuccess ? sql`null::timestamptz` : sql`clock_timestamp()`}, ${error}::text
      from event
      on conflict (proxy_id, target) do update set
        success_count = health.success_count + excluded.success_count,
        blocked_count = health.blocked_count + excluded.blocked_count,
        fault_count = health.fault_count + excluded.fault_count,
        bytes = health.bytes + excluded.bytes,
        consecutive_failures = ${isSuccess ? sql`0` : sql`health.consecutive_failures + 1`},
        avg_response_time_ms = ${movingAverage('health.avg_response_time_ms', outcome)},
        last_success_at = coalesce(excluded.last_success_at, health.last_success_at),
        last_failure_at = coalesce(excluded.last_failure_at, health.last_failure_at),
        last_error = coalesce(excluded.last_error, health.last_error)
      returning proxy_id, consecutive_failures
    ), closed as (
      delete from target_breakers
      where ${isSuccess} and exists (select from event) and target = ${outcome.target} and trial_lease_id = ${outcome.leaseId}::uuid
    )
    update proxies set
      success_count = success_count + ${one('success')},
      failure_count = failure_count + ${isSuccess ? 0 : 1},
      consecutive_failures = ${isSuccess ? sql`0` : sql`proxies.consecutive_failures + 1`},
      consecutive_faults = ${one('fault') === 1 ? sql`consecutive_faults + 1` : sql`0`},
      consecutive_403_count = ${one('blocked') === 1 ? sql`consecutive_403_count + 1` : sql`0`},
      cooldowns = case when ${isSuccess} and is_active and coalesce(cooled_for, ${outcome.target}) = ${outcome.target} then 0 else cooldowns end,
      cooled_for = case when ${isSuccess} and is_active and cooled_for = ${outcome.target} then null else cooled_for end,
      last_failure_at = ${isSuccess ? sql`last_failure_at` : sql`clock_timestamp()`},
      last_error = coalesce(${error}, last_error),
      exit_address = coalesce(${outcome.exitAddress ?? null}, exit_address),
      avg_response_time_ms = ${movingAverage('avg_response_time_ms', outcome)}
    from health where proxies.id = health.proxy_id
    returning is_active, cooldowns, health.consecutive_failures as at_target, consecutive_faults as faults
  `.execute(tx);
  return rows[0] ?? null;
}

function movingAverage(column: string, { responseTimeMs }: ProxyOutcome) {
  const known = sql.ref(column);
  if (responseTimeMs === undefined) return known;
  return sql`round(coalesce(${known} * ${1 - NEWEST_WEIGHT}::float8 + ${responseTimeMs * NEWEST_WEIGHT}::float8, ${responseTimeMs}))::int`;
}

/** Reads the consecutive failures of a proxy, which the caller has locked; null: it has no row for the target. */
async function countedOf(tx: Db, proxyId: number, target: string): Promise<Counted | null> {
  const { rows } = await sql<Counted>`
    select is_active, cooldowns, health.consecutive_failures as at_target, consecutive_faults as faults
    from proxies join proxy_targets as health on proxy_id = id
    where id = ${proxyId} and target = ${target}
  `.execute(tx);
  return rows[0] ?? null;
}

/** Starts a cool-down if the proxy is active and has too many consecutive failures. @param counted null: the outcome was counted before */
async function coolDownIfCounted(
  tx: Db,
  { proxyId, target }: Pick<ProxyOutcome, 'proxyId' | 'target'>,
  counted: Counted | null,
): Promise<void> {
  if (counted === null || !counted.is_active) return;
  const { at_target: inRow, faults } = counted;
  if (!mustCoolDown({ atTarget: inRow, faults })) return;
  const own = countOwnFailures(await listFailuresInRow(tx, { proxyId, target }));
  if (!mustCoolDown({ atTarget: own, faults })) return;
  const cooldowns = counted.cooldowns + 1;
  const restMs = cooldownMs(cooldowns, Math.random());
  // With that many faults of its own, the proxy would fail at any target, so the cool-down is for no target in particular.
  const cooledFor = mustCoolDown({ atTarget: 0, faults }) ? null : target;
  await sql`
    update proxies set is_active = false, cooldowns = ${cooldowns}, cooled_for = ${cooledFor},
      cooldown_until = clock_timestamp() + ${restMs} * interval '1 millisecond'
    where id = ${proxyId}
  `.execute(tx);
}

/** How many days events are kept; the last success of a proxy at a target and later failures are kept longer. */
export const EVENTS_KEPT_DAYS = 30;

/** The maximum number of events to delete at once; the next call deletes more. */
const PRUNED_EVENTS_MAX = 10_000;

/**
 * Deletes old events and adds their counts to the counters. Keeps the events that determine the consecutive failures: the last
 * success at a target and what followed it.
 * @returns how many were deleted
 */
export async function pruneProxyEvents(db: Db, keptDays: number = EVENTS_KEPT_DAYS): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // A proxy's counters may only be written while holding its row lock.
    await sql`select from proxies order by id for no key update`.execute(tx);
    const { rows } = await sql<{ removed: number }>`
      with old as (
        select id from proxy_events as event
        where at < clock_timestamp() - ${keptDays} * interval '1 day' and (not is_counted or exists (
          select from proxy_events as newer
          where newer.proxy_id = event.proxy_id and newer.target = event.target
            and newer.id > event.id and newer.outcome = 'success'
        ))
        order by at limit ${PRUNED_EVENTS_MAX}
      ), removed as (
        delete from proxy_events using old where proxy_events.id = old.id
        returning proxy_id, target, outcome, bytes, is_counted
      ), kept as (
        update proxy_targets set
          pruned_success_count = pruned_success_count + successes,
          pruned_blocked_count = pruned_blocked_count + blocks,
          pruned_fault_count = pruned_fault_count + faults,
          pruned_bytes = pruned_bytes + sum_bytes
        from (
          select proxy_id, target,
            count(*) filter (where outcome = 'success') as successes,
            count(*) filter (where outcome = 'blocked') as blocks,
            count(*) filter (where outcome = 'fault') as faults,
            sum(bytes)::bigint as sum_bytes
          from removed where is_counted group by proxy_id, target
        ) as sums
        where proxy_targets.proxy_id = sums.proxy_id and proxy_targets.target = sums.target
      )
      select count(*) as removed from removed
    `.execute(tx);
    return rows[0]?.removed ?? 0;
  });
}
