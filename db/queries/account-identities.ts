import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import type { PasswordSeal } from '../seal-password.ts';

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

/** Pins an account to a proxy or to none, and to a profile unless it has one. @param because why the former proxy is given up; null: there was none */
export async function pinAccount(
  db: Db,
  { platform, account }: AccountName,
  pin: { proxyId: number | null; profile: string; because: string | null },
): Promise<void> {
  const moved = { proxy_id: pin.proxyId, pinned_because: pin.because };
  await db
    .insertInto('account_identities')
    .values({ platform, account, profile: pin.profile, ...moved })
    .onConflict((known) =>
      known
        .columns(['platform', 'account'])
        .doUpdateSet({ ...moved, pinned_at: sql`clock_timestamp()` })
        .where('account_identities.proxy_id', 'is distinct from', pin.proxyId),
    )
    .execute();
}

/** Loads the cookies of an account; null if there are none, or none that this key opens. */
export async function loadCookies(
  db: Db,
  { texts }: PasswordSeal,
  { platform, account }: AccountName,
): Promise<string | null> {
  const row = await db
    .selectFrom('account_identities')
    .select('sealed_cookies')
    .where('platform', '=', platform)
    .where('account', '=', account)
    .executeTakeFirst();
  const sealed = row?.sealed_cookies ?? null;
  return sealed === null ? null : texts.open(ownerOf({ platform, account }), sealed);
}

/** Stores the cookies of an account. */
export async function saveCookies(
  db: Db,
  { texts }: PasswordSeal,
  { platform, account, cookies }: AccountName & { cookies: string },
): Promise<void> {
  await db
    .updateTable('account_identities')
    .set({ sealed_cookies: texts.seal(ownerOf({ platform, account }), cookies) })
    .where('platform', '=', platform)
    .where('account', '=', account)
    .execute();
}

/** Seals all cookies with another key, within a transaction; those that the old key does not open are deleted. */
export async function resealCookies(
  tx: Db,
  { from, to }: { from: PasswordSeal; to: PasswordSeal },
): Promise<void> {
  await sql`lock table account_identities in exclusive mode`.execute(tx);
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

function ownerOf({ platform, account }: AccountName): string[] {
  return ['cookies', platform, account];
}
