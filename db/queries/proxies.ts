import { sql } from 'kysely';
import type { Proxy } from '../../domain/identity.ts';
import type { ProxyOutcome } from '../../domain/proxy-outcome.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';

/** After this many failures in a row a proxy is taken out of use. */
export const FAILURES_UNTIL_INACTIVE = 5;

/** How many proxies are in use. Workers that fetch refuse to start at 0. */
export async function countActiveProxies(db: Db): Promise<number> {
  const row = await db
    .selectFrom('proxies')
    .where('is_active', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Takes the active proxy that has rested longest. Workers that ask at the same time get different ones while there
 * are enough.
 * @param excludedIds proxies that this task has tried already; one of them is taken only when no other is active
 * @returns null when no proxy is active
 */
export async function leaseProxy(db: Db, excludedIds: number[]): Promise<Proxy | null> {
  return db.transaction().execute(async (tx) => {
    // Leases come one after the other, in a statement of its own: a statement sees the table as it was when it began,
    // and would take the proxy that another lease has just taken. Rows are waited for, never skipped: one that is
    // locked because its counters are being written is active all the same.
    await sql`select pg_advisory_xact_lock(hashtext('proxies lease'))`.execute(tx);
    const { rows } = await sql<Proxy>`
      update proxies set last_used_at = clock_timestamp()
      where id = (
        select id from proxies
        where is_active
        order by id = any(${excludedIds}::bigint[]), last_used_at nulls first, id
        limit 1
        for update
      )
      returning id, protocol, host, port, username, password
    `.execute(tx);
    return rows[0] ?? null;
  });
}

/** Writes down how a session through a proxy ended and brings its counters up to date, both or neither. */
export async function recordProxyOutcome(db: Db, outcome: ProxyOutcome): Promise<void> {
  const failed = outcome.outcome !== 'success';
  const detail = outcome.detail === undefined ? null : storable(outcome.detail);
  await sql`
    with event as (
      insert into proxy_events (attempt_key, proxy_id, outcome, detail, response_time_ms)
      values (${outcome.attemptKey}, ${outcome.proxyId}, ${outcome.outcome}, ${detail}, ${outcome.responseTimeMs ?? null})
      on conflict (attempt_key) do nothing
      returning proxy_id
    )
    update proxies set
      success_count = success_count + ${failed ? 0 : 1},
      failure_count = failure_count + ${failed ? 1 : 0},
      consecutive_failures = ${failed ? sql`consecutive_failures + 1` : sql`0`},
      consecutive_403_count = ${outcome.outcome === 'blocked' ? sql`consecutive_403_count + 1` : sql`0`},
      is_active = is_active and not (${failed}::boolean and consecutive_failures + 1 >= ${FAILURES_UNTIL_INACTIVE}),
      last_failure_at = ${failed ? sql`clock_timestamp()` : sql`last_failure_at`},
      last_error = ${failed ? (detail ?? outcome.outcome) : sql`last_error`},
      exit_address = coalesce(${outcome.exitAddress ?? null}, exit_address),
      avg_response_time_ms = case
        when ${outcome.responseTimeMs ?? null}::int is null then avg_response_time_ms
        when avg_response_time_ms is null then ${outcome.responseTimeMs ?? null}::int
        else round(avg_response_time_ms * 0.8 + ${outcome.responseTimeMs ?? null}::int * 0.2)
      end
    from event where proxies.id = event.proxy_id
  `.execute(db);
}

/**
 * Makes these the proxies of an owner: known ones are put back into use, the owner's others are taken out.
 * @param owner a word that says where the proxies are from; those of other owners stay as they are
 */
export async function replaceProxies(db: Db, owner: string, proxies: Omit<Proxy, 'id'>[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('proxies').set({ is_active: false }).where('owner', '=', owner).execute();
    for (const proxy of proxies) {
      await tx
        .insertInto('proxies')
        .values({ ...proxy, owner })
        .onConflict((conflict) =>
          conflict.columns(['protocol', 'host', 'port', 'username']).doUpdateSet({
            password: proxy.password,
            owner,
            is_active: true,
            consecutive_failures: 0,
            consecutive_403_count: 0,
          }),
        )
        .execute();
    }
  });
}
