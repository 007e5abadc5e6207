import {
  findAccountIdentity,
  openCookies,
  pinAccount,
  saveCookies,
  type AccountIdentity,
  type AccountName,
} from '../db/queries/account-identities.ts';
import type { Db } from '../db/connect.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import { BROWSER_PROFILES, chooseProfile, type BrowserProfile } from '../domain/browser-profiles.ts';
import { CrawlError } from '../domain/errors.ts';
import { createCookieMemory } from '../egress/cookie-memory.ts';
import { seedOf } from '../egress/make-identity.ts';
import type {
  AnyPlatform,
  DirectPorts,
  FileSession,
  SessionPorts,
  SessionPurpose,
} from '../egress/session.ts';

type Sessions = SessionPorts<AnyPlatform, FileSession> & DirectPorts;

interface AccountTools {
  db: Db;
  passwordSeal: PasswordSeal;
  sessions: Sessions;
}

/** A proxy that has cooled down this often in a row, for about an hour and a half, is given up. */
const COOLDOWNS_UNTIL_GIVEN_UP = 3;

const WAIT_MS_MIN = 10_000;

/** The largest set of cookies that is kept. */
const COOKIES_LENGTH_MAX = 1_000_000;

/**
 * Opens the sessions of an account with its own identity: its proxy, its profile and its cookies. The account gets another proxy only
 * when its own is disabled, was deleted, has been failing for long, or was blocked. Sessions without a proxy have the same profile and
 * cookies, and leave the proxy as it is.
 */
export function accountSessions(tools: AccountTools, owner: AccountName): Sessions {
  const { db, sessions } = tools;
  let blockedId: number | null = null;
  return {
    ...sessions,
    async leaseProxy(request) {
      const known = await findAccountIdentity(db, owner);
      const because = known === null ? null : whyGivenUp(known, blockedId);
      if (known?.proxyId != null && because === null) {
        refuseWhileCooling(known);
        return sessions.leaseProxy({ ...request, excludedIds: [], pinnedId: known.proxyId });
      }
      const lease = await sessions.leaseProxy(request);
      const profile = known?.profile ?? profileOf(owner, null).name;
      await pinAccount(db, owner, { proxyId: lease.proxy.id, profile, because });
      return lease;
    },
    async recordProxyOutcome(outcome) {
      if (outcome.outcome === 'blocked') blockedId = outcome.proxyId;
      await sessions.recordProxyOutcome(outcome);
    },
    openSession: (purpose, use) =>
      openKept(tools, owner, (kept) => sessions.openSession({ ...purpose, kept }, use)),
    async openDirect(purpose) {
      if ((await findAccountIdentity(db, owner)) === null)
        await pinAccount(db, owner, { proxyId: null, profile: profileOf(owner, null).name, because: null });
      return openKept(tools, owner, (kept) => sessions.openDirect({ ...purpose, kept }));
    },
  };
}

/** Opens a session with the profile and the cookies of an account, and stores the cookies when it closes. */
async function openKept<Session extends { close(): Promise<void> }>(
  { db, passwordSeal }: AccountTools,
  owner: AccountName,
  open: (kept: NonNullable<SessionPurpose['kept']>) => Promise<Session>,
): Promise<Session> {
  const profile = profileOf(owner, await findAccountIdentity(db, owner));
  const { session: number, cookies: known } = await openCookies(db, passwordSeal, owner);
  const cookies = createCookieMemory(profile, known);
  const session = await open({ profile, cookies });
  return {
    ...session,
    async close() {
      await session.close();
      const kept = cookies.dump();
      if (kept.length > COOKIES_LENGTH_MAX) return;
      await saveCookies(db, passwordSeal, { ...owner, session: number, cookies: kept });
    },
  };
}

function whyGivenUp(known: AccountIdentity, blockedId: number | null): string | null {
  const { proxyId, hadProxy, isActive, cooldownUntil, cooldowns } = known;
  if (proxyId === null) return hadProxy ? 'Its proxy was deleted.' : null;
  if (proxyId === blockedId) return `The site blocked its proxy ${proxyId}.`;
  if (isActive === true) return null;
  if (cooldownUntil === null) return `Its proxy ${proxyId} was disabled.`;
  return (cooldowns ?? 0) >= COOLDOWNS_UNTIL_GIVEN_UP
    ? `Its proxy ${proxyId} cooled down ${cooldowns} times in a row.`
    : null;
}

/** @throws CrawlError RateLimited while the proxy cools down: the job waits for it, and counts no failure */
function refuseWhileCooling({ proxyId, isActive, cooldownUntil }: AccountIdentity): void {
  if (isActive === true || cooldownUntil === null) return;
  throw new CrawlError(
    'RateLimited',
    `The account waits for its own proxy ${proxyId}, which cools down until ${cooldownUntil.toISOString()}.`,
    {
      evidence: { fault: 'own-proxy-cools', proxyId },
      retryAfterMs: Math.max(WAIT_MS_MIN, cooldownUntil.getTime() - Date.now()),
    },
  );
}

/** Returns the profile of an account; the former one may have been removed from the program. */
function profileOf({ platform, account }: AccountName, known: AccountIdentity | null): BrowserProfile {
  return (
    BROWSER_PROFILES.find(({ name }) => name === known?.profile) ??
    chooseProfile(seedOf(`${platform}/${account}`))
  );
}
