import type { Scope } from '../domain/api-scope.ts';
import { makeKey } from './api-key-text.ts';
import type { Db } from './connect.ts';
import { readDatabaseTime } from './database-clock.ts';
import { addApiKey } from './queries/api-keys.ts';

interface WantedKey {
  name: string;
  scope: Scope;
  /** Counted by the database's clock; undefined: the key never expires. */
  expires_in_seconds?: number | undefined;
}

/** Creates a key. @returns its text, which is stored nowhere, in the form of the API's answer */
export async function createApiKey(db: Db, { name, scope, expires_in_seconds: seconds }: WantedKey) {
  const { id, text, secretSha256 } = makeKey();
  const expiresAt =
    seconds === undefined ? null : new Date((await readDatabaseTime(db)).getTime() + seconds * 1000);
  await addApiKey(db, { id, name, scope, secretSha256, expiresAt });
  return { id, key: text, expires_at: expiresAt?.toISOString() ?? null };
}
