import { CrawlError } from '../domain/errors.ts';
import type { Db } from './connect.ts';
import { loadPasswordKey, PasswordKeyError, type KeySource } from './password-key.ts';
import { countSealedPasswords, sealPasswords } from './queries/proxies.ts';
import { createPasswordSeal, type PasswordSeal } from './seal-password.ts';

/**
 * Makes ready what seals and opens proxy passwords: loads the key, or makes one where nothing is sealed yet, sees that
 * every sealed password opens, and seals those that are still plain.
 * @throws PasswordKeyError when the key is missing, malformed or not the one
 */
export async function preparePasswordSeal(db: Db, source: KeySource): Promise<PasswordSeal> {
  const mayMake = (await countSealedPasswords(db)) === 0;
  const seal = createPasswordSeal(await loadPasswordKey(source, { mayMake }));
  try {
    await sealPasswords(db, seal);
  } catch (error) {
    if (!(error instanceof CrawlError)) throw error;
    throw new PasswordKeyError(error.message, { cause: error });
  }
  return seal;
}

/** Where the settings say that the key is. */
export function keySourceOf(settings: {
  PROXY_PASSWORD_KEY: string | undefined;
  PROXY_PASSWORD_KEY_FILE: string;
}): KeySource {
  return { key: settings.PROXY_PASSWORD_KEY, keyFile: settings.PROXY_PASSWORD_KEY_FILE };
}
