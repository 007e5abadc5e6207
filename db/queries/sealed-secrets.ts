import type { Db } from '../connect.ts';
import type { PasswordSeal } from '../seal-password.ts';
import { resealCookies } from './account-identities.ts';
import { countCredentials, openCredentials, resealCredentials } from './credentials.ts';
import { countSealedPasswords, openStoredPasswords, resealPasswords } from './proxy-passwords.ts';

/** Counts what is sealed: passwords of proxies, and credentials. */
export async function countSealed(db: Db): Promise<number> {
  return (await countSealedPasswords(db)) + (await countCredentials(db));
}

/** Decrypts all that is sealed, to check the key. @throws CrawlError when something cannot be decrypted */
export async function openSealed(db: Db, seal: PasswordSeal): Promise<void> {
  await openStoredPasswords(db, seal);
  await openCredentials(db, seal);
}

/**
 * Seals everything with another key, in one transaction.
 * @returns how many passwords and credentials there are
 * @throws CrawlError when one cannot be decrypted with the old key
 */
export async function resealSecrets(
  db: Db,
  keys: { from: PasswordSeal; to: PasswordSeal },
): Promise<{ passwords: number; credentials: number }> {
  return db.transaction().execute(async (tx) => {
    await resealCookies(tx, keys);
    return { passwords: await resealPasswords(tx, keys), credentials: await resealCredentials(tx, keys) };
  });
}
