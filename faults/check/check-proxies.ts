import { sql } from 'kysely';
import type { CheckedWorld } from './checked-world.ts';
import { findingsOf, type Finding } from './finding.ts';

interface CounterRow {
  name: string;
  counter: string;
  stored: number;
  counted: number;
}

/** Checks that the counters of each proxy, per target and in total, match the proxy's events. */
export async function checkProxies({ db }: CheckedWorld): Promise<Finding[]> {
  const { findings, add } = findingsOf('proxies');
  const atTargets = await sql<CounterRow>`
    select format('proxy %s at %s', health.proxy_id, health.target) as name, counter, stored::int, counted::int
    from proxy_targets health
    left join lateral (
      select count(*) filter (where outcome = 'success') as successes, count(*) filter (where outcome = 'blocked') as blocks,
        count(*) filter (where outcome = 'fault') as faults, coalesce(sum(bytes), 0) as bytes
      from proxy_events event
      where is_counted and event.proxy_id = health.proxy_id and event.target = health.target
    ) as events on true
    cross join lateral (values
      ('success_count', success_count, pruned_success_count + successes),
      ('blocked_count', blocked_count, pruned_blocked_count + blocks),
      ('fault_count', fault_count, pruned_fault_count + faults),
      ('bytes', health.bytes, pruned_bytes + events.bytes)
    ) as counters (counter, stored, counted)
    order by 1, 2
  `.execute(db);
  const inAll = await sql<CounterRow>`
    select format('proxy %s', id) as name, counter, stored::int, counted::int
    from proxies left join lateral (
      select coalesce(sum(health.success_count), 0) as successes,
        coalesce(sum(health.blocked_count + health.fault_count), 0) as failures
      from proxy_targets health where proxy_id = id
    ) as targets on true
    cross join lateral (values
      ('success_count', success_count, successes), ('failure_count', failure_count, failures)
    ) as counters (counter, stored, counted)
    order by 1, 2
  `.execute(db);
  for (const { name, counter, stored, counted } of [...atTargets.rows, ...inAll.rows])
    if (stored !== counted) add(`${counter} of ${name}`, `${counted}, as its events say`, stored);
  return findings;
}
