import { sql } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import type { CredentialOwner, CredentialValue } from '../../domain/job-credential.ts';
import type { Db } from '../connect.ts';
import type { PasswordSeal } from '../seal-password.ts';

/** A credential without its value. */
export interface CredentialRecord extends CredentialOwner {
  name: string;
  /** Who set it last. */
  set_by: string | null;
  created_at: Date;
  updated_at: Date;
  last_used_at: Date | null;
}

/** A credential as it is set. */
export interface NewCredential extends CredentialOwner {
  name: string;
  value: CredentialValue;
  setBy: string | null;
}

const SHOWN = ['name', 'platform', 'account', 'set_by', 'created_at', 'updated_at', 'last_used_at'] as const;

const STORED = ['name', 'platform', 'account', 'sealed_value'] as const;

/** How long a job waits for workers with another key. */
export const WRONG_KEY_RETRY_MS = 60_000;

/** Lists all credentials by name, without their values. */
export async function listCredentials(db: Db): Promise<CredentialRecord[]> {
  return db.selectFrom('credentials').select(SHOWN).orderBy('name').execute();
}

/** Sets a credential; one with this name is replaced. @returns it without its value */
export async function setCredential(
  db: Db,
  seal: PasswordSeal,
  credential: NewCredential,
): Promise<CredentialRecord & { isNew: boolean }> {
  const { name, platform, account, value, setBy } = credential;
  const stored = {
    platform,
    account,
    sealed_value: seal.texts.seal(ownerOf(credential), JSON.stringify(value)),
    set_by: setBy,
  };
  const { is_new: isNew, ...saved } = await db
    .insertInto('credentials')
    .values({ name, ...stored })
    .onConflict((taken) =>
      taken.column('name').doUpdateSet({ ...stored, updated_at: sql`clock_timestamp()`, last_used_at: null }),
    )
    .returning([...SHOWN, sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
  return { ...saved, isNew };
}

/** Deletes a credential. @returns false if there is none of this name */
export async function deleteCredential(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('credentials').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A credential as it is stored. */
export type StoredCredential = CredentialOwner & { name: string; sealed_value: string };

/** Finds a credential; null if there is none of this name. */
export async function findCredential(db: Db, name: string): Promise<StoredCredential | null> {
  const found = await db.selectFrom('credentials').select(STORED).where('name', '=', name).executeTakeFirst();
  return found ?? null;
}

/** Opens a credential for a job, and records that it was used. @throws CrawlError WrongKey when it cannot be decrypted */
export async function openCredential(
  db: Db,
  seal: PasswordSeal,
  stored: StoredCredential,
): Promise<CredentialValue> {
  const value = JSON.parse(openValue(seal, stored)) as CredentialValue;
  await db
    .updateTable('credentials')
    .set({ last_used_at: sql`clock_timestamp()` })
    .where('name', '=', stored.name)
    .execute();
  return value;
}

/** Counts the credentials. */
export async function countCredentials(db: Db): Promise<number> {
  return (await db.selectFrom('credentials').select('name').execute()).length;
}

/** Decrypts every credential, to check the key. @throws CrawlError WrongKey when one cannot be decrypted */
export async function openCredentials(db: Db, seal: PasswordSeal): Promise<void> {
  for (const row of await loadStored(db)) openValue(seal, row);
}

/**
 * Seals all credentials with another key, within a transaction.
 * @returns how many there are
 * @throws CrawlError WrongKey when one cannot be decrypted with the old key
 */
export async function resealCredentials(
  tx: Db,
  { from, to }: { from: PasswordSeal; to: PasswordSeal },
): Promise<number> {
  await sql`lock table credentials in exclusive mode`.execute(tx);
  const stored = await loadStored(tx);
  for (const row of stored) {
    const value = to.texts.seal(ownerOf(row), openValue(from, row));
    await tx.updateTable('credentials').set({ sealed_value: value }).where('name', '=', row.name).execute();
  }
  return stored.length;
}

async function loadStored(db: Db): Promise<StoredCredential[]> {
  return db.selectFrom('credentials').select(STORED).orderBy('name').execute();
}

function openValue(seal: PasswordSeal, row: StoredCredential): string {
  const value = seal.texts.open(ownerOf(row), row.sealed_value);
  if (value !== null) return value;
  throw new CrawlError(
    'WrongKey',
    `The credential ${row.name} cannot be decrypted: it was sealed with another key than PROXY_PASSWORD_KEY or PROXY_PASSWORD_KEY_FILE gave when this process started, or its row was changed. Give the right key and restart, or delete that row and set the credential again.`,
    { retryAfterMs: WRONG_KEY_RETRY_MS },
  );
}

function ownerOf({ name, platform, account }: CredentialOwner & { name: string }): (string | null)[] {
  return ['credential', name, platform, account];
}
