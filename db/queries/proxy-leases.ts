import { sql } from 'kysely';
import type { Proxy } from '../../domain/identity.ts';
import type { LeasedProxy, LeaseRefusal, UnusableProxies } from '../../domain/proxy-lease.ts';
import { afterAsking, type Admission } from '../../domain/target-breaker.ts';
import type { Db } from '../connect.ts';
import type { PasswordSeal } from '../seal-password.ts';
import { lockBreaker, readBreaker, saveBreaker } from './target-breakers.ts';

/** A lease without renewal expires after this many seconds: its worker is gone. */
const LEASE_SECONDS = 60;

/** How long an expired lease is kept, without counting, in case its holder is alive and renews it. */
const EXPIRED_KEPT = sql`interval '1 hour'`;

export interface LeaseRequest {
  /** A UUID made by the caller. */
  leaseId: string;
  target: string;
  /** Two letters: only proxies of this country or of an unknown one. Null: any proxy. */
  countryCode: string | null;
  /** Proxies that this task has already tried; they are only used if there is no other. */
  excludedIds: number[];
  /** Only this proxy, which an account keeps. */
  pinnedId?: number | undefined;
  /** False: the session does not become the trial of a breaker, since its outcome is not recorded. */
  canBeTrial?: boolean;
}

/**
 * Leases the active proxy that has rested longest and has a free session. Concurrent callers get different proxies while there
 * are enough.
 * @throws CrawlError NoActiveProxy when its password cannot be decrypted
 */
export async function leaseProxy(
  db: Db,
  seal: PasswordSeal,
  request: LeaseRequest,
): Promise<LeasedProxy | LeaseRefusal> {
  const answer = await db.transaction().execute((tx) => takeLease(tx, request));
  if ('refused' in answer || answer.proxy.password === null) return answer;
  try {
    return {
      ...answer,
      proxy: { ...answer.proxy, password: seal.open(answer.proxy, answer.proxy.password) },
    };
  } catch (error) {
    await releaseProxyLease(db, request.leaseId);
    throw error;
  }
}

async function takeLease(tx: Db, request: LeaseRequest): Promise<LeasedProxy | LeaseRefusal> {
  await sql`select pg_advisory_xact_lock(hashtext('proxy leases'))`.execute(tx);
  const admission = await queryBreaker(tx, request);
  if (!admission.isAdmitted) return { refused: 'breaker-open', retryAfterMs: admission.retryAfterMs };
  const { rows } = await sql<Proxy>`
    with expired as (
      delete from proxy_leases
      where expires_at <= clock_timestamp() - ${EXPIRED_KEPT}
        -- Deletes a trial's lease as soon as it expires, so that the next trial can start at once.
        or (expires_at <= clock_timestamp() and id in (select trial_lease_id from target_breakers))
    ), held as (
      select proxy_id, count(*) as leases from proxy_leases where expires_at > clock_timestamp() group by proxy_id
    ), chosen as (
      select id from proxies left join held on held.proxy_id = proxies.id
      where is_active and coalesce(leases, 0) < max_concurrent and ${isWanted(request)}
      order by id = any(${request.excludedIds}::bigint[]), last_used_at nulls first, id
      limit 1
      for no key update of proxies
    ), leased as (
      insert into proxy_leases (id, proxy_id, target, expires_at)
      select ${request.leaseId}::uuid, id, ${request.target}, clock_timestamp() + ${LEASE_SECONDS} * interval '1 second' from chosen
      returning proxy_id
    )
    update proxies set last_used_at = clock_timestamp(), cooldown_until = null
    from leased where proxies.id = leased.proxy_id
    returning id, protocol, host, port, username, password
  `.execute(tx);
  const [proxy] = rows;
  if (proxy === undefined) return whyNone(tx, request);
  if (admission.breaker !== null && request.canBeTrial !== false)
    await saveBreaker(tx, request.target, admission.breaker);
  return { leaseId: request.leaseId, proxy };
}

/**
 * Whether the target's breaker admits this session. A statement sees the tables as of its start, so the lock is a separate
 * statement before the read: values read before waiting for the lock may be outdated.
 */
async function queryBreaker(tx: Db, { target, leaseId }: LeaseRequest): Promise<Admission> {
  const seen = await readBreaker(tx, target);
  if (seen.breaker === null) return { isAdmitted: true, breaker: null };
  await lockBreaker(tx, target);
  const { breaker, nowMs } = await readBreaker(tx, target);
  return afterAsking(breaker, leaseId, nowMs);
}

function isWanted({ countryCode, pinnedId }: LeaseRequest) {
  return pinnedId === undefined
    ? sql<boolean>`(${countryCode}::text is null or country_code is null or country_code = ${countryCode})`
    : sql<boolean>`id = ${pinnedId}`;
}

async function whyNone(tx: Db, request: LeaseRequest): Promise<LeaseRefusal> {
  const { rows } = await sql<UnusableProxies & { busy: number }>`
    select
      count(*) filter (where is_active and ${isWanted(request)}) as busy,
      count(*) filter (where is_active and not ${isWanted(request)}) as elsewhere,
      count(*) filter (where not is_active and cooldown_until is not null) as cooling,
      count(*) filter (where not is_active and cooldown_until is null) as disabled,
      min(cooldown_until) filter (where not is_active) as "nextProbeAt"
    from proxies
  `.execute(tx);
  const { busy = 0, ...unusable } = rows[0] ?? {};
  return busy > 0 ? { refused: 'all-busy' } : { refused: 'none', ...(unusable as UnusableProxies) };
}

/**
 * Renews a lease for another minute, even if it expired while its holder could not reach the database. A released lease stays
 * released: a renewal may arrive late.
 */
export async function renewProxyLease(db: Db, leaseId: string): Promise<void> {
  await sql`
    update proxy_leases set expires_at = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    where id = ${leaseId}::uuid
  `.execute(db);
}

/** Releases a lease. A trial that ended without an outcome makes room for the next. */
export async function releaseProxyLease(db: Db, leaseId: string): Promise<void> {
  await sql`delete from proxy_leases where id = ${leaseId}::uuid`.execute(db);
}
