import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { leaseProxy, type LeaseRequest } from '../../../db/queries/proxy-leases.ts';
import { recordProxyOutcome } from '../../../db/queries/proxy-outcomes.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import type { ProxyOutcome } from '../../../domain/proxy-outcome.ts';
import { FAILURES_UNTIL_COOLDOWN } from '../../../domain/proxy-state.ts';
import { makeProxy } from './make-crawl.ts';

/** A seal with a random key, for the tests of one file. */
export const seal = createPasswordSeal(randomBytes(32));

export async function makeProxies(db: Db, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let place = 0; place < count; place += 1) ids.push(await makeProxy(db));
  return ids;
}

export function proxyOf(db: Db, id: number) {
  return db.selectFrom('proxies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Leases a proxy, by default without special requirements. */
export function lease(db: Db, request: Partial<LeaseRequest> = {}) {
  return leaseProxy(db, seal, {
    leaseId: randomUUID(),
    target: 'dutchie',
    countryCode: null,
    excludedIds: [],
    ...request,
  });
}

/** Leases a proxy. @returns the proxy's id, or null if no proxy was available */
export async function leasedId(db: Db, request: Partial<LeaseRequest> = {}): Promise<number | null> {
  const answer = await lease(db, request);
  return 'refused' in answer ? null : answer.proxy.id;
}

/** Records one outcome of a proxy. Each call stands for a new session. */
export function record(db: Db, proxyId: number, change: Partial<ProxyOutcome> = {}): Promise<void> {
  return recordProxyOutcome(db, {
    attemptKey: randomUUID(),
    proxyId,
    leaseId: null,
    target: 'dutchie',
    pageUrl: 'https://dutchie.com/embedded-menu/only-store',
    outcome: 'success',
    ...change,
  });
}

/** Records outcomes of one proxy, one after the other. */
export async function recordAll(db: Db, proxyId: number, outcomes: ProxyOutcome['outcome'][]): Promise<void> {
  for (const outcome of outcomes) await record(db, proxyId, { outcome });
}

interface Tally {
  success: number;
  blocked: number;
  fault: number;
  broken: number;
  bytes: number;
  inRow: number;
}

/**
 * Counts the events of all proxies one by one in TypeScript, and expects every stored counter to match. Also checks what must always hold
 * for a proxy (see domain/proxy-state.ts).
 */
export async function expectCountersToEqualEvents(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx);
    const proxies = await tx.selectFrom('proxies').selectAll().execute();
    const healths = await tx.selectFrom('proxy_targets').selectAll().execute();
    const events = await tx
      .selectFrom('proxy_events')
      .selectAll()
      .where('is_counted', '=', true)
      .orderBy('id')
      .execute();
    // Each broken connection has been judged by now, so none has the outcome `broken` any more.
    expect(events.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
    const freshStarts = new Map(proxies.map((proxy) => [proxy.id, proxy.fresh_start_event_id]));
    const atTargets = new Map<string, Tally>();
    const ofProxies = new Map(proxies.map(({ id }) => [id, { inRow: 0, faults: 0, blocks: 0 }]));
    for (const event of events) {
      const key = `${event.proxy_id} ${event.target}`;
      const tally = atTargets.get(key) ?? { success: 0, blocked: 0, fault: 0, broken: 0, bytes: 0, inRow: 0 };
      const isRecent = event.id > (freshStarts.get(event.proxy_id) ?? 0);
      tally[event.outcome] += 1;
      tally.bytes += event.bytes;
      tally.inRow = event.outcome === 'success' ? 0 : tally.inRow + (isRecent ? 1 : 0);
      atTargets.set(key, tally);
      const runs = ofProxies.get(event.proxy_id)!;
      runs.inRow = event.outcome === 'success' ? 0 : runs.inRow + (isRecent ? 1 : 0);
      runs.faults = event.outcome === 'fault' ? runs.faults + (isRecent ? 1 : 0) : 0;
      runs.blocks = event.outcome === 'blocked' ? runs.blocks + (isRecent ? 1 : 0) : 0;
    }
    const refusals = events.filter(({ outcome }) => outcome === 'blocked');
    /** Counts refusals by stores that refused another proxy too: there, the store may be at fault. */
    const refusedByAll = (proxyId: number, target: string): number =>
      refusals.filter(
        (one) =>
          one.proxy_id === proxyId &&
          one.target === target &&
          refusals.some(
            (other) =>
              other.proxy_id !== proxyId && other.target === target && other.page_url === one.page_url,
          ),
      ).length;
    for (const health of healths) {
      const tally = atTargets.get(`${health.proxy_id} ${health.target}`);
      expect(health).toMatchObject({
        success_count: health.pruned_success_count + (tally?.success ?? 0),
        blocked_count: health.pruned_blocked_count + (tally?.blocked ?? 0),
        fault_count: health.pruned_fault_count + (tally?.fault ?? 0),
        bytes: health.pruned_bytes + (tally?.bytes ?? 0),
        consecutive_failures: tally?.inRow ?? 0,
      });
    }
    expect(healths.length).toBeGreaterThanOrEqual(atTargets.size);
    for (const proxy of proxies) {
      const own = healths.filter((health) => health.proxy_id === proxy.id);
      const runs = ofProxies.get(proxy.id)!;
      expect(proxy).toMatchObject({
        success_count: own.reduce((sum, health) => sum + health.success_count, 0),
        failure_count: own.reduce((sum, health) => sum + health.blocked_count + health.fault_count, 0),
        consecutive_failures: runs.inRow,
        consecutive_faults: runs.faults,
        consecutive_403_count: runs.blocks,
      });
      if (proxy.is_active) expect(proxy.cooldown_until).toBeNull();
      if (!proxy.is_active && proxy.cooldown_until !== null)
        expect(proxy.cooldowns).toBeGreaterThanOrEqual(1);
      const isTroubled =
        proxy.consecutive_faults >= FAILURES_UNTIL_COOLDOWN ||
        own.some(
          ({ target, consecutive_failures: inRow }) =>
            inRow - refusedByAll(proxy.id, target) >= FAILURES_UNTIL_COOLDOWN,
        );
      if (proxy.is_active && proxy.cooldowns === 0) expect(isTroubled).toBe(false);
    }
  });
}
