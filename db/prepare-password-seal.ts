import { CrawlError } from '../domain/errors.ts';
import type { Db } from './connect.ts';
import { findPasswordKey, loadPasswordKey, PasswordKeyError, type KeySource } from './password-key.ts';
import { openCredentials } from './queries/credentials.ts';
import { sealPasswords } from './queries/proxy-passwords.ts';
import { countSealed, openSealed } from './queries/sealed-secrets.ts';
import { createPasswordSeal, type PasswordSeal } from './seal-password.ts';

/**
 * Prepares the encryption of proxy passwords and credentials: loads the key, or makes one if nothing is sealed yet, checks that
 * everything sealed opens, and seals plain passwords.
 * @throws PasswordKeyError when the key is missing, malformed or the wrong one
 */
export async function preparePasswordSeal(db: Db, source: KeySource): Promise<PasswordSeal> {
  const mayMake = (await countSealed(db)) === 0;
  const seal = createPasswordSeal(await loadPasswordKey(source, { mayMake }));
  await blamingKey(sealPasswords(db, seal));
  await blamingKey(openCredentials(db, seal));
  return seal;
}

/**
 * Checks that `preparePasswordSeal` will succeed, and writes neither a key nor passwords.
 * @throws PasswordKeyError as `preparePasswordSeal` does
 */
export async function checkPasswordKey(db: Db, source: KeySource): Promise<void> {
  const mayMake = (await countSealed(db)) === 0;
  if (mayMake && (await findPasswordKey(source)) === null) return;
  const seal = createPasswordSeal(await loadPasswordKey(source, { mayMake: false }));
  await blamingKey(openSealed(db, seal));
}

/** Reports a secret that cannot be decrypted as a wrong key. */
async function blamingKey(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CrawlError)) throw error;
    throw new PasswordKeyError(error.message, { cause: error });
  }
}

/** Returns where the settings say that the key for proxy passwords is. */
export function keySourceOf(settings: {
  PROXY_PASSWORD_KEY: string | undefined;
  PROXY_PASSWORD_KEY_FILE: string;
}): KeySource {
  return { key: settings.PROXY_PASSWORD_KEY, keyFile: settings.PROXY_PASSWORD_KEY_FILE };
}
