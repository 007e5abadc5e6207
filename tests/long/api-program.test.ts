import { expect, onTestFinished, test } from 'vitest';
import { removePostgresData } from '../../local/postgres-home.ts';
import { join } from 'node:path';
import { runProgram, startProgram, type RunningProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The length of the secret at the end of a key. */
const SECRET_CHARACTERS = 43;

async function givenServers(): Promise<Record<string, string>> {
  const [{ url }, { namespace, address }] = [await createTestDatabase(), await createTestNamespace()];
  return { DATABASE_URL: url, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
}

/** Waits until the API logs the URL at which it listens. @returns the URL */
async function urlOf({ sofar }: RunningProgram): Promise<string> {
  const listening = /"url":"(http:[^"]+)","msg":"listening"/;
  await expect.poll(() => sofar.stdout, { timeout: 60_000 }).toMatch(listening);
  return listening.exec(sofar.stdout)![1]!;
}

test('the API listens, says that it is open, and ends with 0 when it is told to', async () => {
  const api = startProgram('api/main.ts', [], { ...(await givenServers()), API_PORT: '0' });
  const url = await urlOf(api);
  expect(api.sofar.stdout).toContain('no API key was ever made');
  expect((await fetch(`${url}/api/audit`)).status).toBe(200);
  // An open event stream does not delay the API's stop for long.
  const stream = await fetch(`${url}/api/events`);
  expect(stream.status).toBe(200);
  api.signal('SIGTERM');
  expect((await api.finished).code).toBe(0);
});

test('on an address that others reach it starts with a valid key only, which the command makes', async () => {
  const env = {
    ...(await givenServers()),
    API_HOST: '0.0.0.0',
    API_PORT: '0',
    IMAGE_SIGNING_KEY: 'a secret that nobody guesses, for pictures',
  };
  const refused = await runProgram('api/main.ts', [], env);
  expect(refused.code).toBe(2);
  expect(refused.stdout).toContain('crawlchain keys create');
  const made = await runProgram(
    'cli/main.ts',
    ['keys', 'create', 'ops', '--scope', 'admin', '--direct'],
    env,
  );
  expect(made.stdout).toMatch(/^cc_[0-9a-f]{12}_[\w-]{43}\n$/);
  const api = startProgram('api/main.ts', [], env);
  const url = (await urlOf(api)).replace('0.0.0.0', '127.0.0.1');
  const get = async (key: string) =>
    (await fetch(`${url}/api/audit`, { headers: { authorization: `Bearer ${key}` } })).status;
  const key = made.stdout.trim();
  expect((await fetch(`${url}/api/audit`)).status).toBe(401);
  expect(await get(key)).toBe(200);
  const keys = (CRAWLCHAIN_KEY: string, ...text: string[]) =>
    runProgram('cli/main.ts', ['keys', ...text], { CRAWLCHAIN_URL: url, CRAWLCHAIN_KEY });
  const { stdout: list } = await keys(key, 'list', '--json');
  const [{ id, scope }] = JSON.parse(list) as [{ id: string; scope: string }];
  expect(scope).toBe('admin');
  expect(list).not.toContain(key.slice(-SECRET_CHARACTERS));
  const rotated = await keys(key, 'rotate', id, '--overlap', '1h', '--json');
  const { key: next } = JSON.parse(rotated.stdout) as { key: string };
  await expect.poll(() => get(next), { timeout: 60_000 }).toBe(200);
  expect(await get(key)).toBe(200);
  expect((await keys(next, 'revoke', id)).code).toBe(0);
  await expect.poll(() => get(key), { timeout: 60_000 }).toBe(401);
  expect((await keys(next, 'revoke', id)).code).toBe(2);
});

test('a port that is taken is refused in one line', async () => {
  const env = await givenServers();
  const first = startProgram('api/main.ts', [], { ...env, API_PORT: '0' });
  const { port } = new URL(await urlOf(first));
  const { code, stdout, stderr } = await runProgram('api/main.ts', [], { ...env, API_PORT: port });
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  // By this name `npm start` knows that the refusal may pass.
  expect(stdout).toMatch(/"refusal":"CannotListen","msg":"The API cannot listen: .*EADDRINUSE.*"}\n$/);
});

test('what `npm start` leaves up has an API that knows what was crawled', async () => {
  const dataDir = join(await temporaryFolder('api-start-'), 'data');
  onTestFinished(() => removePostgresData(join(dataDir, 'postgres')));
  const start = startProgram(
    'scripts/start.ts',
    ['--dispensaries', '1', '--products', '8', '--data-dir', dataDir],
    // The summary must appear even though only warnings are logged.
    { DATABASE_URL: undefined, TEMPORAL_ADDRESS: undefined, LOG_LEVEL: 'warn' },
  );
  await expect.poll(() => start.sofar.stderr, { timeout: 240_000 }).toContain('Everything stays up');
  const [, url] = /API\s+(http:\S+)\/reference/.exec(start.sofar.stderr)!;
  const { ready } = (await (await fetch(`${url}/readyz`)).json()) as { ready: boolean };
  expect(ready).toBe(true);
  start.signal('SIGINT');
  expect((await start.finished).code).toBe(130);
  // Stopping takes seconds, so a message says that `npm start` is not hanging.
  expect(start.sofar.stderr.match(/^Stopping everything…$/gm)).toHaveLength(1);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});
