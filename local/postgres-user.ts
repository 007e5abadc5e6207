import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The account that runs PostgreSQL instead of root. */
export interface PostgresUser {
  name: string;
  uid: number;
  gid: number;
}

/** Finds an account for PostgreSQL, which refuses to run as root. Null if we are an ordinary user, whose own account runs it. */
export async function findPostgresUser(ownUid = process.getuid?.()): Promise<PostgresUser | null> {
  if (ownUid !== 0) return null;
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  const user = ['postgres', '_postgres', 'nobody']
    .map((name) => accounts.get(name))
    .find((found) => found && found.uid > 0);
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and /etc/passwd has no user postgres or nobody to run it.',
    );
  return user;
}

/** Parses `/etc/passwd`. */
export function parseAccounts(passwd: string): Map<string, PostgresUser> {
  const accounts = new Map<string, PostgresUser>();
  for (const line of passwd.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) accounts.set(name, { name, uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}

/** Whether the user may pass through every folder above a path. Ignores folders that do not exist yet, since we create them. */
export async function canReach(user: PostgresUser, path: string): Promise<boolean> {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => null);
    if (found && !mayEnter(user, found)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Checks permissions in the system's order: the first matching class decides. The user does not have root's groups. */
export function mayEnter(user: PostgresUser, folder: { mode: number; uid: number; gid: number }): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
