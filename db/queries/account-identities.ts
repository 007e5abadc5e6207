import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import type { PasswordSeal } from '../seal-password.ts';
import { CrawlError } from '../../domain/errors.ts';
import { WRONG_KEY_RETRY_MS } from './credentials.ts';

/** Whose identity it is. */
export interface AccountName {
  /** Empty: jobs without a platform. */
  platform: string;
  account: string;
}

/** The identity of an account, and how its proxy stands. */
export interface AccountIdentity {
  /** Null: it has none, or the proxy was deleted. */
  proxyId: number | null;
  /** Whether it has ever had a proxy; an account whose sessions use none has none. */
  hadProxy: boolean;
  profile: string;
  isActive: boolean | null;
  cooldownUntil: Date | null;
  /** How often in a row the proxy has cooled down. */
  cooldowns: number | null;
}

/** Finds the identity of an account; null if it has none yet. */
export async function findAccountIdentity(
  db: Db,
  { platform, account }: AccountName,
): Promise<AccountIdentity | null> {
  const { rows } = await sql<AccountIdentity>`
    select proxies.id as "proxyId", proxy_id is not null as "hadProxy", profile, is_active as "isActive", cooldown_until as "cooldownUntil", cooldowns
    from account_identities left join proxies on proxies.id = proxy_id
    where platform = ${platform} and account = ${account}
  `.execute(db);
  return rows[0] ?? null;
}

/** An account and what it keeps. */
export interface ShownAccount extends AccountName {
  /** Null: it has none, or the proxy was deleted. */
  proxyId: number | null;
  profile: string;
  hasCookies: boolean;
  pinnedAt: Date;
  pinnedBecause: string | null;
}

/** Reads one page of the accounts that have an identity, by platform and name. */
export async function listAccounts(
  db: Db,
  { platform, account }: Partial<AccountName>,
  page: PageRequest,
): Promise<KeysetPage<ShownAccount>> {
  return readKeysetPage<ShownAccount>(
    db,
    {
      columns: sql`platform, account, proxies.id as "proxyId", profile, sealed_cookies is not null as "hasCookies",
        identities.pinned_at as "pinnedAt", identities.pinned_because as "pinnedBecause"`,
      from: sql`account_identities identities left join proxies on proxies.id = proxy_id`,
      key: [
        { column: 'platform', type: 'text' },
        { column: 'account', type: 'text' },
      ],
      direction: 'asc',
      indexed: platform === undefined ? [] : [sql<boolean>`platform = ${platform}`],
      filters: account === undefined ? [] : [sql<boolean>`account = ${account}`],
    },
    page,
  );
}

/** Deletes the identity of an account. @returns false if it has none */
export async function deleteAccountIdentity(db: Db, { platform, account }: AccountName): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_identities')
    .where('platform', '=', platform)
    .where('account', '=', account)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Numbers begin with the time, so that those of a deleted identity do not come again. */
const FIRST_SESSION = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Pins an account to a proxy or to none, and to a profile unless it has one. @param because why the former proxy is given up; null: there was none */
export async function pinAccount(
  db: Db,
  { platform, account }: AccountName,
  pin: { proxyId: number | null; profile: string; because: string | null },
): Promise<void> {
  const moved = { proxy_id: pin.proxyId, pinned_because: pin.because };
  await db
    .insertInto('account_identities')
    .values({ platform, account, profile: pin.profile, sessions: FIRST_SESSION, ...moved })
    .onConflict((known) =>
      known
        .columns(['platform', 'account'])
        .doUpdateSet({ ...moved, pinned_at: sql`clock_timestamp()` })
        .where('account_identities.proxy_id', 'is distinct from', pin.proxyId),
    )
    .execute();
}

/** The cookies with which a session of an account opens. */
export interface OpenedCookies {
  /** Numbers the session among those of the account; null: the account was reset meanwhile, and keeps nothing of this session. */
  session: number | null;
  /** Null: there are none. */
  cookies: string | null;
}

/**
 * Loads the cookies of an account for a session. From then on, earlier sessions save none.
 * @throws CrawlError WrongKey when they cannot be decrypted
 */
export async function openCookies(
  db: Db,
  { texts }: PasswordSeal,
  owner: AccountName,
): Promise<OpenedCookies> {
  const opened = await db
    .updateTable('account_identities')
    .set({ sessions: sql<number>`sessions + 1` })
    .where('platform', '=', owner.platform)
    .where('account', '=', owner.account)
    .returning([sql<number>`sessions::float8`.as('session'), 'sealed_cookies as sealed'])
    .executeTakeFirst();
  const { session, sealed } = opened ?? { session: null, sealed: null };
  if (sealed === null) return { session, cookies: null };
  const cookies = texts.open(ownerOf(owner), sealed);
  if (cookies === null) throw unreadable(owner);
  return { session, cookies };
}

/** Stores the cookies of an account, unless a later session was opened. */
export async function saveCookies(
  db: Db,
  { texts }: PasswordSeal,
  { platform, account, session, cookies }: AccountName & { session: number | null; cookies: string },
): Promise<void> {
  if (session === null) return;
  await db
    .updateTable('account_identities')
    .set({ sealed_cookies: texts.seal(ownerOf({ platform, account }), cookies) })
    .where('platform', '=', platform)
    .where('account', '=', account)
    .where('sessions', '=', session)
    .execute();
}

/**
 * Seals all cookies with another key, within a transaction; those that the old key does not open are deleted. Sessions that are open save
 * none, since they would seal them with the old key.
 */
export async function resealCookies(
  tx: Db,
  { from, to }: { from: PasswordSeal; to: PasswordSeal },
): Promise<void> {
  await sql`lock table account_identities in exclusive mode`.execute(tx);
  await sql`update account_identities set sessions = sessions + 1`.execute(tx);
  const rows = await tx
    .selectFrom('account_identities')
    .select(['platform', 'account', 'sealed_cookies'])
    .where('sealed_cookies', 'is not', null)
    .execute();
  for (const { platform, account, sealed_cookies: sealed } of rows) {
    const owner = ownerOf({ platform, account });
    const cookies = from.texts.open(owner, sealed ?? '');
    await tx
      .updateTable('account_identities')
      .set({ sealed_cookies: cookies === null ? null : to.texts.seal(owner, cookies) })
      .where('platform', '=', platform)
      .where('account', '=', account)
      .execute();
  }
}

function unreadable({ account }: AccountName): CrawlError {
  return new CrawlError(
    'WrongKey',
    `The cookies of the account ${account} cannot be decrypted: they were sealed with another key than PROXY_PASSWORD_KEY or PROXY_PASSWORD_KEY_FILE gave when this worker started, or their row was changed. Give the right key and restart the worker, or reset the account (crawlchain accounts reset), so that it signs in again.`,
    { retryAfterMs: WRONG_KEY_RETRY_MS },
  );
}

function ownerOf({ platform, account }: AccountName): string[] {
  return ['cookies', platform, account];
}
