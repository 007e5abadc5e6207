import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../db/connect.ts';
import { noteApiKeyUse, readApiKeyChecks, type ApiKeyCheck } from '../db/queries/api-keys.ts';
import { readKey } from '../db/api-key-text.ts';

/** For so long a key that was revoked elsewhere may still be let in. */
const FRESH_MS = 2_000;

/** A key that is not known may have been made just now: the keys are read again, but so seldom for all wrong ones together. */
const NEW_KEYS_EVERY_MS = 100;

/** How exactly the last use of a key is known. */
const USE_NOTED_MS = 60_000;

/** Knows the keys. */
export interface KeyBook {
  /** The key of this text; null: there is none, or it is void. */
  find(text: string): Promise<KnownKey | null>;
  /** The key of this id, void or not; null: there is none. */
  byId(id: string): Promise<KnownKey | null>;
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
  let read: { keys: Promise<KnownKey[]>; atMs: number } | null = null;
  const startReading = (): Promise<KnownKey[]> => {
    const reading = { keys: readKeys(db), atMs: performance.now() };
    read = reading;
    // A failure is for those who waited for it; the next one asks anew.
    reading.keys.catch(() => (reading.atMs = Number.NEGATIVE_INFINITY));
    return reading.keys;
  };
  const freshKeys = (): Promise<KnownKey[]> =>
    read !== null && performance.now() < read.atMs + FRESH_MS ? read.keys : startReading();
  let next: Promise<KnownKey[]> | null = null;
  /** Read from now on, so that every key is there that was made before it was asked for. */
  const keysFromNow = (): Promise<KnownKey[]> => {
    const dueMs = (read?.atMs ?? Number.NEGATIVE_INFINITY) + NEW_KEYS_EVERY_MS - performance.now();
    if (dueMs <= 0) return startReading();
    next ??= wait(dueMs).then(() => {
      next = null;
      return startReading();
    });
    return next;
  };
  const byId = async (id: string): Promise<KnownKey | null> => {
    const isAsked = (key: ApiKeyCheck): boolean => key.id === id;
    return (await freshKeys()).find(isAsked) ?? (await keysFromNow()).find(isAsked) ?? null;
  };
  return {
    byId,
    find: async (text) => {
      const given = readKey(text);
      const known = given === null ? null : await byId(given.id);
      if (given === null || known === null) return null;
      if (!timingSafeEqual(given.secretSha256, known.secret_sha256) || !isValid(known)) return null;
      await noteUse(known.id);
      return known;
    },
    isEmpty: async () => (await freshKeys()).length === 0,
    hasValid: async () => (await freshKeys()).some(isValid),
  };
}

/** A key, and when it ends by the monotonic clock of this process: the time of this machine may be wrong. */
export interface KnownKey extends ApiKeyCheck {
  /** For how long it is valid from now, in milliseconds, unless it was revoked; none or less: it expired. */
  validMs(): number;
}

async function readKeys(db: Db): Promise<KnownKey[]> {
  const askedAtMs = performance.now();
  const keys = await readApiKeyChecks(db);
  return keys.map((key) => {
    const endsAtMs = askedAtMs + (key.expires_in_ms ?? Number.POSITIVE_INFINITY);
    return { ...key, validMs: () => endsAtMs - performance.now() };
  });
}

function isValid(key: KnownKey): boolean {
  return key.revoked_at === null && key.validMs() > 0;
}
