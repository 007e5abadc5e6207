import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import { noteApiKeyUse, readApiKeyChecks, type ApiKeyCheck } from '../db/queries/api-keys.ts';
import { readKey } from '../db/api-key-text.ts';

/** For so long a key that was revoked elsewhere may still be let in. */
const FRESH_MS = 2_000;

/** How exactly the last use of a key is known. */
const USE_NOTED_MS = 60_000;

/** Knows the keys. */
export interface KeyBook {
  /** The key of this text; null: there is none, or it is void. */
  find(text: string): Promise<ApiKeyCheck | null>;
  /** No key was ever made, so that nobody can have one. */
  isEmpty(): Promise<boolean>;
  /** There is a key that lets somebody in. */
  hasValid(): Promise<boolean>;
}

/** The keys of a database, read again every two seconds while somebody asks. */
export function createKeyBook(db: Db): KeyBook {
  const notedAt = new Map<string, number>();
  const noteUse = async (id: string): Promise<void> => {
    const now = performance.now();
    if (now < (notedAt.get(id) ?? Number.NEGATIVE_INFINITY) + USE_NOTED_MS) return;
    notedAt.set(id, now);
    await noteApiKeyUse(db, id);
  };
  let read: { keys: Promise<ApiKeyCheck[]>; freshUntil: number } | null = null;
  const keysNow = (): Promise<ApiKeyCheck[]> => {
    if (read !== null && performance.now() < read.freshUntil) return read.keys;
    const reading = { keys: readApiKeyChecks(db), freshUntil: performance.now() + FRESH_MS };
    read = reading;
    // A failure is for those who waited for it; the next one asks anew.
    reading.keys.catch(() => (reading.freshUntil = 0));
    return reading.keys;
  };
  return {
    find: async (text) => {
      const given = readKey(text);
      const known = (await keysNow()).find(({ id }) => id === given?.id);
      if (given === null || known === undefined) return null;
      if (!timingSafeEqual(given.secretSha256, known.secret_sha256) || !isValid(known)) return null;
      await noteUse(known.id);
      return known;
    },
    isEmpty: async () => (await keysNow()).length === 0,
    hasValid: async () => (await keysNow()).some(isValid),
  };
}

function isValid({ expires_at: expiresAt, revoked_at: revokedAt }: ApiKeyCheck): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());
}
