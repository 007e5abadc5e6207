import { describe, expect, it } from 'vitest';
import { findPostgresUser, mayEnter, parseAccounts } from '../../../local/postgres-user.ts';

const user = { name: 'postgres', uid: 101, gid: 104 };

describe('the account that runs PostgreSQL', () => {
  it('is nobody else for an ordinary user', async () => {
    expect(await findPostgresUser(1000)).toBeNull();
  });

  it('is read from the list of accounts, also when a line is broken', () => {
    const accounts = parseAccounts(
      'root:x:0:0:root:/root:/bin/sh\n\nbroken\npostgres:x:101:104::/var/lib/postgresql:/bin/sh\n',
    );
    expect(accounts.get('postgres')).toEqual(user);
    expect(accounts.size).toBe(2);
  });
});

describe('entering a folder', () => {
  it('is decided by the rights for others when neither user nor group fits', () => {
    expect(mayEnter(user, { mode: 0o700, uid: 0, gid: 0 })).toBe(false);
    expect(mayEnter(user, { mode: 0o711, uid: 0, gid: 0 })).toBe(true);
  });

  it('is decided by the first class that fits, even when a later one allows more', () => {
    expect(mayEnter(user, { mode: 0o077, uid: 101, gid: 0 })).toBe(false);
    expect(mayEnter(user, { mode: 0o707, uid: 0, gid: 104 })).toBe(false);
    expect(mayEnter(user, { mode: 0o700, uid: 101, gid: 0 })).toBe(true);
  });
});
