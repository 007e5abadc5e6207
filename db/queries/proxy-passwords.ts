import { sql } from 'kysely';
import type { Proxy } from '../../domain/identity.ts';
import type { Db } from '../connect.ts';
import type { PasswordSeal } from '../seal-password.ts';
import { isSealed } from '../seal-text.ts';
import { lockProxies } from './proxies.ts';

/** Counts the proxies with a sealed password. */
export async function countSealedPasswords(db: Db): Promise<number> {
  return (await loadStored(db)).filter(({ password }) => isSealed(password)).length;
}

/**
 * Decrypts every sealed password, to check the key.
 * @returns the passwords as they are stored
 * @throws CrawlError NoActiveProxy when one cannot be decrypted
 */
export async function openStoredPasswords(
  db: Db,
  seal: PasswordSeal,
): Promise<(Proxy & { password: string })[]> {
  const stored = await loadStored(db);
  for (const row of stored) seal.open(row, row.password);
  return stored;
}

/**
 * Seals passwords that are still plain, for example after an insert by SQL. Keeps what another process has sealed meanwhile.
 * @returns how many were sealed
 * @throws CrawlError NoActiveProxy when a sealed password cannot be decrypted; then none is sealed
 */
export async function sealPasswords(db: Db, seal: PasswordSeal): Promise<number> {
  const stored = await openStoredPasswords(db, seal);
  const plain = stored.filter(({ password }) => !isSealed(password));
  for (const row of plain) {
    await db
      .updateTable('proxies')
      .set({ password: seal.seal(row, row.password) })
      .where('id', '=', row.id)
      .where('password', '=', row.password)
      .execute();
  }
  return plain.length;
}

/**
 * Seals all passwords with another key, within a transaction. Workers with the old key can then lease no proxy that has a password.
 * @returns how many were sealed
 * @throws CrawlError NoActiveProxy when one cannot be decrypted with the old key
 */
export async function resealPasswords(
  tx: Db,
  { from, to }: { from: PasswordSeal; to: PasswordSeal },
): Promise<number> {
  await lockProxies(tx);
  const stored = await loadStored(tx);
  for (const row of stored) {
    const password = to.seal(row, from.open(row, row.password));
    await tx.updateTable('proxies').set({ password }).where('id', '=', row.id).execute();
  }
  return stored.length;
}

async function loadStored(db: Db): Promise<(Proxy & { password: string })[]> {
  const { rows } = await sql<Proxy & { password: string }>`
    select id, protocol, host, port, username, password from proxies where password is not null order by id
  `.execute(db);
  return rows;
}
