import { sql } from 'kysely';
import type { Scope } from '../../domain/api-scope.ts';
import type { Db } from '../connect.ts';

/** An API key without its secret, which only its holder has. */
export interface ApiKeyRecord {
  id: string;
  name: string;
  scope: Scope;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  /** The id of the key that replaces this one; null: none does. */
  replaced_by: string | null;
}

/** The fields for checking a key. */
export interface ApiKeyCheck extends Pick<ApiKeyRecord, 'id' | 'name' | 'scope' | 'revoked_at'> {
  secret_sha256: Buffer;
  /** Milliseconds until the key expires, by the database's clock at the time of this reading; null: it never expires. */
  expires_in_ms: number | null;
}

export interface NewApiKey {
  id: string;
  name: string;
  scope: Scope;
  secretSha256: Buffer;
  expiresAt: Date | null;
}

/** Lists all keys, including revoked ones, oldest first. */
export async function listApiKeys(db: Db): Promise<ApiKeyRecord[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'revoked_at', 'last_used_at', 'replaced_by'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Lists all keys with the digests of their secrets. */
export async function readApiKeyChecks(db: Db): Promise<ApiKeyCheck[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scope', 'revoked_at', 'secret_sha256'])
    .select(
      sql<number | null>`extract(epoch from expires_at - clock_timestamp())::float8 * 1000`.as(
        'expires_in_ms',
      ),
    )
    .execute();
}

/** Adds a new key. */
export async function addApiKey(db: Db, key: NewApiKey): Promise<void> {
  const { id, name, scope, secretSha256, expiresAt } = key;
  await db
    .insertInto('api_keys')
    .values({ id, name, scope, secret_sha256: secretSha256, expires_at: expiresAt })
    .execute();
}

/**
 * Replaces a key with a new one. The former key stays valid for a while.
 * @param key `lifetimeSeconds` null: the former key's lifetime, which may be unlimited
 * @returns null if there is no such key, or it is no longer valid or already replaced
 */
export async function replaceApiKey(
  db: Db,
  {
    formerId,
    key,
    overlapSeconds,
  }: {
    formerId: string;
    key: Pick<NewApiKey, 'id' | 'secretSha256'> & { lifetimeSeconds: number | null };
    overlapSeconds: number;
  },
): Promise<{ expiresAt: Date | null } | null> {
  const { rows } = await sql<{ expiresAt: Date | null }>`
    with former as (
      select id, name, scope, expires_at - created_at as lifetime from api_keys
      where id = ${formerId} and revoked_at is null and replaced_by is null and (expires_at is null or expires_at > now()) for update
    ), made as (
      insert into api_keys (id, name, scope, secret_sha256, expires_at)
      select ${key.id}, name, scope, ${key.secretSha256},
        now() + coalesce(${key.lifetimeSeconds}::float8 * interval '1 second', lifetime)
      from former returning id, expires_at
    )
    update api_keys set replaced_by = made.id,
      expires_at = least(api_keys.expires_at, now() + ${overlapSeconds} * interval '1 second')
    from former, made where api_keys.id = former.id
    returning made.expires_at as "expiresAt"
  `.execute(db);
  return rows[0] ?? null;
}

/** Revokes a key immediately. @returns false if there is no such key, or it was already revoked */
export async function revokeApiKey(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records that a key was used just now. */
export async function noteApiKeyUse(db: Db, id: string): Promise<void> {
  await sql`update api_keys set last_used_at = clock_timestamp() where id = ${id}`.execute(db);
}
