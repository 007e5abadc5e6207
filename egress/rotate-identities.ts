import type { PlatformName } from '../domain/dispensary.ts';
import { CrawlError, type FailureKind } from '../domain/errors.ts';
import { isBreak } from '../domain/proxy-break.ts';
import type { ProxyOutcome } from '../domain/proxy-outcome.ts';
import { isCertainFault } from '../domain/proxy-state.ts';
import { waitFor } from '../observability/waits.ts';
import type { AnyPlatform, OpenSession, SessionPorts, SessionPurpose } from './session.ts';

/** After a refusal, the store is tried through at most this many further identities, each with another proxy and profile. */
const BLOCKED_RETRIES_MAX = 3;

/** A broken session is retried once through another proxy before it costs the store an attempt. */
const BREAKS_MAX = 1;

/** After a fault of a proxy, another proxy is tried, at most this many times; these faults do not count as the store's retries. */
const PROXY_FAULTS_MAX = 5;

/**
 * Does work through one identity, and switches to others while it is blocked, breaks off or the proxy fails. Records the outcome
 * of each session for its proxy.
 * @param work may be called several times; it must keep its results between the calls
 * @throws CrawlError of the last try
 */
export async function withIdentities<
  Result,
  Platform extends AnyPlatform = PlatformName,
  Session extends OpenSession = OpenSession,
>(
  ports: SessionPorts<Platform, Session>,
  purpose: SessionPurpose<Platform>,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const triedProxyIds: number[] = [];
  const unproven: ProxyOutcome[] = [];
  let blocks = 0;
  let faults = 0;
  let breaks = 0;
  for (let turn = 0; ; turn += 1) {
    const tried = await tryOnce({ ports, purpose, work, turn, triedProxyIds, unproven });
    if (tried.ok) return tried.result;
    if (tried.kind === 'Blocked') blocks += 1;
    else if (tried.kind === 'ProxyFault') faults += 1;
    else if (isBrokenOff(tried.error)) breaks += 1;
    else throw tried.error;
    if (blocks > BLOCKED_RETRIES_MAX || faults > PROXY_FAULTS_MAX || breaks > BREAKS_MAX) throw tried.error;
  }
}

interface Try<Result, Platform extends AnyPlatform, Session extends OpenSession> {
  ports: SessionPorts<Platform, Session>;
  purpose: SessionPurpose<Platform>;
  work: (session: Session) => Promise<Result>;
  turn: number;
  triedProxyIds: number[];
  /**
   * Proxies whose exit address could not be verified, for a reason that may lie with the echo service. They are blamed once another proxy
   * shows that the service answers; until then none is blamed.
   */
  unproven: ProxyOutcome[];
}

type Tried<Result> = { ok: true; result: Result } | { ok: false; error: unknown; kind: FailureKind | null };

async function tryOnce<Result, Platform extends AnyPlatform, Session extends OpenSession>(
  task: Try<Result, Platform, Session>,
): Promise<Tried<Result>> {
  const { ports, purpose, work, turn, triedProxyIds } = task;
  const { target, countryCode } = purpose;
  await ports.admit(purpose.platform);
  const lease = await ports.leaseProxy({ target, countryCode, excludedIds: triedProxyIds });
  triedProxyIds.push(lease.proxy.id);
  const outcome: ProxyOutcome = {
    attemptKey: `${purpose.attemptKey}/${turn}`,
    proxyId: lease.proxy.id,
    leaseId: lease.id,
    target,
    pageUrl: purpose.pageUrl,
    outcome: 'success',
  };
  let session: Session | null = null;
  try {
    session = await waitFor(`a session through proxy ${lease.proxy.id}`, () =>
      ports.openSession(purpose, { number: turn, proxy: lease.proxy }),
    );
    outcome.exitAddress = session.exitAddress;
    for (const fault of task.unproven.splice(0)) await ports.recordProxyOutcome(fault);
    const result = await work(session);
    await ports.recordProxyOutcome({ ...outcome, ...session.usage() });
    return { ok: true, result };
  } catch (error) {
    const kind = error instanceof CrawlError ? error.kind : null;
    const detail = error instanceof Error ? error.message.slice(0, 300) : '';
    const ended = kind === 'Blocked' ? 'blocked' : isBrokenOff(error) ? 'broken' : null;
    if (ended !== null)
      await ports.recordProxyOutcome({ ...outcome, ...session?.usage(), outcome: ended, detail });
    if (kind === 'ProxyFault') await blame(task, { ...outcome, outcome: 'fault', detail }, error);
    return { ok: false, error, kind };
  } finally {
    // A connection that cannot be closed must not turn finished work into a failure.
    await session?.close().catch(() => undefined);
    await lease.release();
  }
}

async function blame(
  task: { ports: Pick<SessionPorts, 'recordProxyOutcome'>; unproven: ProxyOutcome[] },
  fault: ProxyOutcome,
  error: unknown,
): Promise<void> {
  if (error instanceof CrawlError && isCertainFault(error.evidence?.['fault']))
    await task.ports.recordProxyOutcome(fault);
  else task.unproven.push(fault);
}

function isBrokenOff(error: unknown): boolean {
  return error instanceof CrawlError && error.kind === 'UpstreamError' && isBreak(error.evidence?.['fault']);
}
