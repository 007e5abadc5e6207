import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { preparePasswordSeal } from '../../../db/prepare-password-seal.ts';
import { startApiServer } from '../../support/api-server.ts';
import { runInTerminal } from '../../support/run-in-terminal.ts';
import { runProgram } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const CREDENTIALS = ['cli/main.ts', 'credentials'];

/** Runs `credentials set` with a value on standard input. */
async function setFrom(input: string, args: string[]) {
  const child = spawn(process.execPath, [...CREDENTIALS, 'set', ...args]);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

test('a value is typed without being shown, or comes from standard input', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const keyFile = join(await temporaryFolder('credentials-'), 'key');
  const env = { PROXY_PASSWORD_KEY_FILE: keyFile };
  const server = ['--server', (await startApiServer({ db, client, isFollowed: false, env })).url];
  const valueOf = async (name: string) => {
    const row = await db
      .selectFrom('credentials')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    const { texts } = await preparePasswordSeal(db, { key: undefined, keyFile });
    return JSON.parse(
      texts.open(['credential', name, row.platform, row.account], row.sealed_value)!,
    ) as unknown;
  };

  const typed = await runInTerminal(['credentials', 'set', 'token', ...server], 'typed secret');
  expect(typed).toMatchObject({ code: 0, shown: expect.stringMatching(/not shown: \s+token is set\./) });
  expect(typed.shown).not.toContain('typed');
  expect(await valueOf('token')).toBe('typed secret');
  for (const [key, code] of [
    ['\x03', 130],
    ['\x04', 2],
  ] as const)
    expect(await runInTerminal(['credentials', 'set', 'none', ...server], key), key).toMatchObject({ code });

  const object = '{"username": "ann", "password": "piped"}';
  const login = ['login', '--account', 'ann', '--object', ...server];
  expect(await setFrom(object, login)).toEqual({ stdout: 'login is set.\n', stderr: '' });
  expect(await valueOf('login')).toEqual({ username: 'ann', password: 'piped' });
  await setFrom(' spaces stay \n', ['spaced', ...server]);
  expect(await valueOf('spaced')).toBe(' spaces stay ');
  const wrong = await setFrom('piped, no JSON', login);
  expect(wrong.stderr).toMatch(/^With --object the value takes a JSON object/);
  expect(wrong.stderr).not.toContain('piped');
  expect((await setFrom('', ['empty', ...server])).stderr).toMatch(
    /^No value was given; nothing was changed\./,
  );

  const { stdout } = await runProgram('cli/main.ts', ['credentials', 'list', ...server]);
  expect(stdout).toMatch(/^name .+\nlogin +any +ann .+\nspaced +any +any .+\ntoken +any +any .+\n$/);
  expect(stdout).not.toMatch(/piped|typed/);
  const kept = await runInTerminal(['credentials', 'delete', 'login', ...server], 'n');
  expect(kept.shown).toMatch(/Delete the credential login\? Jobs that ask for it fail\. \[y\/N\]/);
  const deleted = await runProgram('cli/main.ts', ['credentials', 'delete', 'login', ...server]);
  expect(deleted.stdout).toBe('login is deleted.\n');
});
