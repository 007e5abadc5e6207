import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../db/connect.ts';
import { noteApiKeyUse, readApiKeyChecks, type ApiKeyCheck } from '../db/queries/api-keys.ts';
import { readKey } from '../db/api-key-text.ts';

/** A key revoked elsewhere may still be accepted for this long. */
const FRESH_MS = 2_000;

/** An unknown key may be a new one, so the keys are read again, at most this often for all unknown keys together. */
const NEW_KEYS_EVERY_MS = 100;

/** The resolution of a key's recorded last use. */
const USE_NOTED_MS = 60_000;

/** Looks API keys up. */
export interface KeyStore {
  /** Returns the key with this text; null when it is unknown, expired or revoked. */
  find(text: string): Promise<KnownKey | null>;
  /** Returns the key with this id, even if it is expired or revoked; null when it is unknown. */
  byId(id: string): Promise<KnownKey | null>;
  /** Whether no key was ever made, so that no caller can have one. */
  isEmpty(): Promise<boolean>;
  /** Whether at least one key is valid. */
  hasValid(): Promise<boolean>;
}

/** Caches the keys of a database; lookups refresh them every two seconds. */
export function createKeyStore(db: Db): KeyStore {
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
    // Only the callers that waited see the failure; the next one reads again.
    reading.keys.catch(() => (reading.atMs = Number.NEGATIVE_INFINITY));
    return reading.keys;
  };
  const freshKeys = (): Promise<KnownKey[]> =>
    read !== null && performance.now() < read.atMs + FRESH_MS ? read.keys : startReading();
  let next: Promise<KnownKey[]> | null = null;
  /** Starts a new read, so that it includes every key made before this call. */
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

/** A key with its expiry on the monotonic clock of this process: the machine's wall clock may be wrong. */
export interface KnownKey extends ApiKeyCheck {
  /** Milliseconds until it expires, zero or less once expired; ignores revocation. */
  validMs(): number;
}

async function readKeys(db: Db): Promise<KnownKey[]> {
  const requestedAtMs = performance.now();
  const keys = await readApiKeyChecks(db);
  return keys.map((key) => {
    const endsAtMs = requestedAtMs + (key.expires_in_ms ?? Number.POSITIVE_INFINITY);
    return { ...key, validMs: () => endsAtMs - performance.now() };
  });
}

function isValid(key: KnownKey): boolean {
  return key.revoked_at === null && key.validMs() > 0;
}
