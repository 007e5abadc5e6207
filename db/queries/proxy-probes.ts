import { sql } from 'kysely';
import type { Proxy } from '../../domain/identity.ts';
import { cooldownMs } from '../../domain/proxy-state.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';
import type { PasswordSeal } from '../seal-password.ts';
import { loadProxies } from './proxies.ts';

/** Loads the proxies whose cool-down has ended, longest waiting first. @param limit the maximum number */
export async function findDueProbes(db: Db, seal: PasswordSeal, limit: number): Promise<Proxy[]> {
  const { rows } = await sql<{ id: number }>`
    select id from proxies where not is_active and cooldown_until <= clock_timestamp()
    order by cooldown_until, id limit ${limit}
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  return loadProxies(db, seal, ids);
}

/** Loads the active proxy that has rested longest, to check whether the exit-address service answers; null: no proxy is active. */
export async function findWitness(db: Db, seal: PasswordSeal): Promise<Proxy | null> {
  const { rows } = await sql<{ id: number }>`
    select id from proxies where is_active order by last_used_at nulls first, id limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : ((await loadProxies(db, seal, [row.id]))[0] ?? null);
}

/**
 * Activates a proxy that passed its probe. Keeps its consecutive failures: the next failure starts a longer cool-down, and a
 * success clears them.
 * @returns false if the proxy is no longer cooling down
 */
export async function reviveProxy(db: Db, proxyId: number, exitAddress: string): Promise<boolean> {
  const { rows } = await sql`
    update proxies set is_active = true, cooldown_until = null, exit_address = ${exitAddress}
    where id = ${proxyId} and not is_active and cooldown_until is not null
    returning id
  `.execute(db);
  return rows.length > 0;
}

/** Extends the cool-down of a proxy that failed its probe. @returns false if the proxy is no longer cooling down */
export async function extendCooldown(db: Db, proxyId: number, error: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ cooldowns: number }>`
      select cooldowns from proxies
      where id = ${proxyId} and not is_active and cooldown_until is not null for no key update
    `.execute(tx);
    const [row] = rows;
    if (row === undefined) return false;
    const restMs = cooldownMs(row.cooldowns + 1, Math.random());
    await sql`
      update proxies set cooldowns = ${row.cooldowns + 1}, cooled_for = null, last_error = ${storable(error)},
        last_failure_at = clock_timestamp(), cooldown_until = clock_timestamp() + ${restMs} * interval '1 millisecond'
      where id = ${proxyId}
    `.execute(tx);
    return true;
  });
}
