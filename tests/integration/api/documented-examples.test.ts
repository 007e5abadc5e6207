import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

/** Reads the documented curl lines that change nothing and end by themselves. */
async function readExamples(): Promise<string[]> {
  const changes = / -X | -d | --data|--no-buffer|\\$|\$(TASK|FAN_OUT)/;
  return (await readCalls()).filter((line) => !changes.test(line));
}

/** Reads all documented lines that call the API. */
async function readCalls(): Promise<string[]> {
  const pages = [
    'README.md',
    ...(await readdir('docs', { recursive: true }))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];
  const lines = (
    await Promise.all(pages.map(async (page) => (await readFile(page, 'utf8')).split('\n')))
  ).flat();
  return lines.filter((line) => /^curl .*\/(api\/|readyz)/.test(line));
}

const NO_SUCH_PATH = 'There is nothing at GET ';

/** Runs a line as if it were pasted into a shell. @returns the status of the answer; 0 if the API has no such path */
async function paste(line: string, env: Record<string, string>): Promise<number> {
  const script = line.replace('curl ', "curl --silent --write-out '\\n%{http_code}' ");
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], {
    env: { ...process.env, ...env },
  });
  const [, body, status] = /^([^]*)\n(\d+)$/.exec(stdout) ?? [];
  return body?.includes(NO_SUCH_PATH) ? 0 : Number(status);
}

test('the examples of the pages work before the first key is made and, with CRAWLCHAIN_KEY, after it', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url } = await startApiServer({ db, client });
  const examples = await readExamples();
  expect(examples.length).toBeGreaterThan(10);
  const calls = (await readCalls()).filter((line) => line.includes('/api/'));
  expect(calls.filter((line) => !line.includes('"X-API-Key: $CRAWLCHAIN_KEY"'))).toEqual([]);
  const statuses = async (env: Record<string, string>) =>
    Object.fromEntries(
      await Promise.all(examples.map(async (line) => [line, await paste(line, env)] as const)),
    );
  // 404 and 503 are accepted: a resource that an example names, such as a job, may be missing, and the test has no storage.
  const open = await statuses({ CRAWLCHAIN_URL: url, CRAWLCHAIN_KEY: '' });
  expect(Object.entries(open).filter(([, status]) => ![200, 404, 503].includes(status))).toEqual([]);

  const { authorization = '' } = await givenKey(db, 'read');
  await expect
    .poll(() => paste(examples.at(-1)!, { CRAWLCHAIN_URL: url, CRAWLCHAIN_KEY: '' }), { timeout: 20_000 })
    .toBe(401);
  expect(
    await statuses({ CRAWLCHAIN_URL: url, CRAWLCHAIN_KEY: authorization.slice('Bearer '.length) }),
  ).toEqual(open);
});
