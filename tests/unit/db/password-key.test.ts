import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPasswordKey } from '../../../db/password-key.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a key is taken in hexadecimal and in both kinds of base64', async () => {
  const key = randomBytes(32);
  for (const text of [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    key.toString('base64'),
    key.toString('base64url'),
    ` ${key.toString('base64')}\n`,
  ]) {
    expect(await loadPasswordKey({ key: text, keyFile: '/nowhere/key' }, { mayMake: false })).toEqual(key);
  }
});

test.each(['short', 'g'.repeat(64), 'a'.repeat(63), randomBytes(31).toString('base64'), '%'.repeat(44)])(
  'a malformed key is refused without being shown: %s',
  async (text) => {
    const failure = await loadPasswordKey({ key: text, keyFile: '/nowhere/key' }, { mayMake: true }).catch(
      (error: unknown) => error as Error,
    );
    expect(failure).toMatchObject({
      name: 'PasswordKeyError',
      message: expect.stringMatching(/^PROXY_PASSWORD_KEY .*32 bytes/),
    });
    expect((failure as Error).message).not.toContain(text.slice(0, 12).padEnd(12, '!'));
  },
);

test('a missing file is made once, for nobody else to read, and found again', async () => {
  const keyFile = join(await temporaryFolder('password-key-'), 'below', 'proxy.key');
  const key = await loadPasswordKey({ key: undefined, keyFile }, { mayMake: true });
  expect(key).toHaveLength(32);
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  expect(await loadPasswordKey({ key: undefined, keyFile }, { mayMake: false })).toEqual(key);
});

test('many who start at once get one key, and leave nothing else behind', async () => {
  const folder = await temporaryFolder('password-key-');
  const keyFile = join(folder, 'proxy.key');
  const keys = await Promise.all(
    Array.from({ length: 30 }, () => loadPasswordKey({ key: undefined, keyFile }, { mayMake: true })),
  );
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(await readdir(folder)).toEqual(['proxy.key']);
});

test('a missing file is not made when passwords are sealed already', async () => {
  const folder = await temporaryFolder('password-key-');
  const keyFile = join(folder, 'proxy.key');
  await expect(loadPasswordKey({ key: undefined, keyFile }, { mayMake: false })).rejects.toThrow(
    /PROXY_PASSWORD_KEY is not set, and there is no file .*proxy\.key \(PROXY_PASSWORD_KEY_FILE\)/,
  );
  expect(await readdir(folder)).toEqual([]);
});

test('a file that holds no key, or cannot be read, is named, and left as it is', async () => {
  const folder = await temporaryFolder('password-key-');
  const keyFile = join(folder, 'proxy.key');
  await writeFile(keyFile, 'not a key');
  await expect(loadPasswordKey({ key: undefined, keyFile }, { mayMake: true })).rejects.toThrow(
    /^PROXY_PASSWORD_KEY_FILE .*9 characters/,
  );
  expect(await readFile(keyFile, 'utf8')).toBe('not a key');
  await expect(loadPasswordKey({ key: undefined, keyFile: folder }, { mayMake: true })).rejects.toThrow(
    /^PROXY_PASSWORD_KEY_FILE .*cannot be read or created/,
  );
});
