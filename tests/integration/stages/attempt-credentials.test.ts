import { expect, test } from 'vitest';
import { setCredential } from '../../../db/queries/credentials.ts';
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
