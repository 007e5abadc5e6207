import { sql } from 'kysely';
import type { Proxy, ProxyToSave } from '../../domain/identity.ts';
import type { Db } from '../connect.ts';
import type { PasswordSeal } from '../seal-password.ts';

/** Counts of proxies, without those that an operator disabled. */
export interface ProxyCounts {
  /** Active, or cooled down, so that the next probe may activate them. */
  ready: number;
  /** Still cooling down. */
  cooling: number;
  /** When the first cooling proxy has cooled down; null: none is cooling. */
  firstReadyAt: Date | null;
}

/** Counts the proxies that are usable now, and those that are cooling down. */
export async function countProxies(db: Db): Promise<ProxyCounts> {
  const { rows } = await sql<ProxyCounts>`
    select count(*) filter (where not is_cooling) as ready, count(*) filter (where is_cooling) as cooling,
      min(cooldown_until) filter (where is_cooling) as "firstReadyAt"
    from (
      select cooldown_until, not is_active and cooldown_until > clock_timestamp() as is_cooling
      from proxies where is_active or cooldown_until is not null
    ) as known
  `.execute(db);
  return rows[0] ?? { ready: 0, cooling: 0, firstReadyAt: null };
}

/** Loads the owner of a proxy, such as its vendor; null if unknown, or if the proxy no longer exists. */
export async function loadProxyOwner(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('proxies').where('id', '=', id).select('owner').executeTakeFirst();
  return row?.owner ?? null;
}

/**
 * Adds new proxies and updates known ones (same protocol, host, port and user), in one transaction. A new password restarts a
 * proxy that is cooling down; one that an operator disabled stays disabled.
 * @returns the ids in the order of the list
 */
export async function saveProxies(
  db: Db,
  seal: PasswordSeal,
  proxies: ProxyToSave[],
): Promise<{ added: number; updated: number; ids: number[] }> {
  return db.transaction().execute(async (tx) => {
    await lockProxies(tx);
    const ids: number[] = [];
    let added = 0;
    for (const proxy of proxies) {
      const saved = await saveProxy(tx, seal, proxy);
      ids.push(saved.id);
      if (saved.is_new) added += 1;
    }
    await startAfresh(tx, ids, sql`cooldown_until is not null`);
    return { added, updated: proxies.length - added, ids };
  });
}

/** Counts what `saveProxies` would add and update, and writes nothing. */
export async function foreseeSavedProxies(
  db: Db,
  proxies: readonly ProxyToSave[],
): Promise<{ added: number; updated: number }> {
  const { rows } = await sql<{ added: number }>`
    select count(*) as added from (
      select distinct protocol, host, port, username from unnest(
        ${proxies.map(({ protocol }) => protocol)}::text[], ${proxies.map(({ host }) => host)}::text[],
        ${proxies.map(({ port }) => port)}::integer[], ${proxies.map(({ username }) => username)}::text[]
      ) as one (protocol, host, port, username)
    ) as listed
    where not exists (
      select from proxies where proxies.protocol::text = listed.protocol and proxies.host = listed.host
        and proxies.port = listed.port and proxies.username is not distinct from listed.username
    )
  `.execute(db);
  const added = rows[0]?.added ?? 0;
  return { added, updated: proxies.length - added };
}

/**
 * Replaces the proxies of an owner, and resets their consecutive failures. The owner's other proxies are disabled.
 * @param owner names the source of the proxies; other owners' proxies stay as they are
 */
export async function replaceProxies(
  db: Db,
  seal: PasswordSeal,
  { owner, proxies }: { owner: string; proxies: ProxyToSave[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockProxies(tx);
    await sql`update proxies set is_active = false, cooldown_until = null where owner = ${owner}`.execute(tx);
    const ids: number[] = [];
    for (const proxy of proxies) ids.push((await saveProxy(tx, seal, { ...proxy, owner })).id);
    await startAfresh(tx, ids);
  });
}

/** Locks the whole table, so that writing rows in any order cannot deadlock with sessions that end and write theirs. */
export async function lockProxies(tx: Db): Promise<void> {
  await sql`lock table proxies in exclusive mode`.execute(tx);
}

async function saveProxy(
  tx: Db,
  seal: PasswordSeal,
  proxy: ProxyToSave,
): Promise<{ id: number; is_new: boolean }> {
  const password = proxy.password === null ? null : seal.seal(proxy, proxy.password);
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into proxies (protocol, host, port, username, password, owner, country_code, max_concurrent)
    values (${proxy.protocol}, ${proxy.host}, ${proxy.port}, ${proxy.username}, ${password}, ${proxy.owner ?? null},
      ${proxy.countryCode ?? null}, coalesce(${proxy.maxConcurrent ?? null}, 10))
    on conflict (protocol, host, port, username) do update set
      password = coalesce(excluded.password, proxies.password),
      owner = coalesce(excluded.owner, proxies.owner),
      country_code = coalesce(excluded.country_code, proxies.country_code),
      max_concurrent = coalesce(${proxy.maxConcurrent ?? null}, proxies.max_concurrent)
    returning id, xmax = 0 as is_new
  `.execute(tx);
  return rows[0] as { id: number; is_new: boolean };
}

/**
 * Activates proxies and resets them: earlier failures no longer count as consecutive failures.
 * @returns the ids that exist
 */
export async function enableProxies(db: Db, ids: number[]): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    await lockProxies(tx);
    return startAfresh(tx, ids);
  });
}

async function startAfresh(tx: Db, ids: number[], only = sql<boolean>`true`): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with started as (
      update proxies set
        is_active = true, cooldown_until = null, cooldowns = 0, cooled_for = null,
        consecutive_failures = 0, consecutive_faults = 0, consecutive_403_count = 0,
        fresh_start_event_id = coalesce((select max(id) from proxy_events where proxy_id = proxies.id), 0)
      where id = any(${ids}) and ${only}
      returning id
    ), forgotten as (
      update proxy_targets set consecutive_failures = 0 from started where proxy_id = started.id
    )
    select id from started order by id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Disables proxies until an operator enables them again. @returns the ids that exist */
export async function disableProxies(db: Db, ids: number[]): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    await lockProxies(tx);
    const { rows } = await sql<{ id: number }>`
      update proxies set is_active = false, cooldown_until = null where id = any(${ids}) returning id
    `.execute(tx);
    return rows.map(({ id }) => id).toSorted((one, other) => one - other);
  });
}

/** A proxy with its statistics, without its password. */
export interface ListedProxy extends Omit<Proxy, 'password'> {
  hasPassword: boolean;
  owner: string | null;
  countryCode: string | null;
  maxConcurrent: number;
  isActive: boolean;
  cooldownUntil: Date | null;
  cooldowns: number;
  sessions: number;
  successes: number;
  failures: number;
  exitAddress: string | null;
  lastUsedAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
  responseTimeMs: number | null;
  failuresInRow: number;
  /** Consecutive refusals by targets. */
  refusalsInRow: number;
  /** Consecutive failures of the proxy itself. */
  faultsInRow: number;
  /** The target whose failures started the cool-down; null: the proxy's own faults, or none. */
  cooledFor: string | null;
  /** Whether that target refused it last. */
  isRefusedThere: boolean;
  targets: TargetHealth[];
}

/** The health of a proxy at one target. */
interface TargetHealth {
  target: string;
  successes: number;
  blocked: number;
  faults: number;
  failuresInRow: number;
  responseTimeMs: number | null;
  bytes: number;
  lastError: string | null;
}

/** A page of the list of proxies, in order of id. */
export interface ProxyPage {
  /** Null: all. */
  ids?: number[] | null;
  after?: number;
  /** Null: no limit. */
  limit?: number | null;
}

/** Lists proxies in order of id, with their health at each target. */
export async function listProxies(
  db: Db,
  { ids = null, after = 0, limit = null }: ProxyPage = {},
): Promise<ListedProxy[]> {
  const { rows } = await sql<ListedProxy>`
    select id, protocol, host, port, username, password is not null as "hasPassword", owner,
      country_code as "countryCode", max_concurrent as "maxConcurrent", is_active as "isActive",
      cooldown_until as "cooldownUntil", cooldowns, success_count as successes, failure_count as failures,
      exit_address as "exitAddress", last_used_at as "lastUsedAt", last_failure_at as "lastFailureAt",
      last_error as "lastError", avg_response_time_ms as "responseTimeMs", consecutive_failures as "failuresInRow",
      consecutive_403_count as "refusalsInRow", consecutive_faults as "faultsInRow", cooled_for as "cooledFor",
      coalesce((
        select outcome = 'blocked' from proxy_events
        where proxy_id = proxies.id and target = proxies.cooled_for and is_counted order by id desc limit 1
      ), false) as "isRefusedThere",
      (select count(*) from proxy_leases where proxy_id = proxies.id and expires_at > clock_timestamp()) as sessions,
      coalesce((
        select json_agg(json_build_object('target', target, 'successes', success_count, 'blocked', blocked_count,
          'faults', fault_count, 'failuresInRow', consecutive_failures, 'responseTimeMs', avg_response_time_ms,
          'bytes', bytes, 'lastError', last_error) order by target)
        from proxy_targets where proxy_id = proxies.id
      ), '[]') as targets
    from proxies
    where id > ${after} and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
    order by id limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Loads proxies with their passwords, for probing.
 * @param ids null: all
 * @throws CrawlError NoActiveProxy when a password cannot be decrypted
 */
export async function loadProxies(db: Db, seal: PasswordSeal, ids: number[] | null): Promise<Proxy[]> {
  const { rows } = await sql<Proxy>`
    select id, protocol, host, port, username, password from proxies
    where ${ids}::bigint[] is null or id = any(${ids}::bigint[]) order by id
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    password: row.password === null ? null : seal.open(row, row.password),
  }));
}
