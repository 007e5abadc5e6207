import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { listCredentials, setCredential } from '../../../db/queries/credentials.ts';
import { openAttemptCredentials } from '../../../stages/attempt-credentials.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { seal } from '../db/make-proxies.ts';

test('the account of a job may be read everywhere, and no other value of its credential in the name of a file', async () => {
  const { db } = await createTestDatabase();
  const owner = { platform: null, account: 'ann-smith' };
  const value = { username: 'ann-smith', password: 's3cret-word' };
  await setCredential(db, seal, { ...owner, name: 'login', value, setBy: null });
  const credentials = openAttemptCredentials(
    { db, passwordSeal: seal },
    { ...owner, credentials: ['login'] },
  );
  expect(await credentials.get('login')).toEqual(value);
  expect(credentials.redact({ account: 'ann-smith', key: 's3cret-word' })).toEqual({
    account: 'ann-smith',
    key: '***',
  });
  expect(credentials.fileName('ann-smith.jpg')).toBe('ann-smith.jpg');
  expect(() => credentials.fileName('s3cret-word.jpg')).toThrow(
    'The name of a file must not contain a credential of the job',
  );
});

test('a credential counts as used once a job has got it, and waits for workers with its key', async () => {
  const { db } = await createTestDatabase();
  await setCredential(db, seal, { name: 'login', platform: null, account: 'ann', value: 'x', setBy: null });
  const lastUse = async () => (await listCredentials(db))[0]?.last_used_at;
  const openAs = (account: string, passwordSeal = seal) =>
    openAttemptCredentials({ db, passwordSeal }, { platform: null, account, credentials: ['login'] });
  await expect(openAs('bob').get('login')).rejects.toMatchObject({ kind: 'InvalidInput' });
  await expect(openAs('ann', createPasswordSeal(randomBytes(32))).get('login')).rejects.toMatchObject({
    kind: 'WrongKey',
    retryAfterMs: 60_000,
    message: expect.stringContaining('Give the right key and restart'),
  });
  expect(await lastUse()).toBeNull();
  expect(await openAs('ann').get('login')).toBe('x');
  expect(await lastUse()).toBeInstanceOf(Date);
});
