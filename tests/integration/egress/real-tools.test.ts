import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findProgram } from '../../../jobs/tools/find-program.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/start-sandbox.ts';
import { createToolRunner, type ToolSession } from '../../../stages/run-tool.ts';
import { ISOLATION } from '../../support/misbehaving-jobs.ts';
import { createSandboxClient } from '../sandbox/sandbox-client.ts';

// The tools are not among the project's packages: these tests run where someone has installed them.

let sandbox: Sandbox;

beforeAll(async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'tool-sandbox-'));
  sandbox = await startSandbox({ stateDir, dispensaries: 1 });
  // Read once in a process.
  process.env['SSL_CERT_FILE'] = sandbox.info.caFile;
  return async () => {
    await sandbox.close();
    await rm(stateDir, { recursive: true });
  };
});

/** Runs a tool against the sandbox. @returns what it printed, and what the sandbox saw of it */
async function runTool(name: string, args: string[]) {
  const run = createToolRunner({
    ...ISOLATION,
    memoryMb: 512,
    addressPolicy: {
      allowedPrivateHosts: ['*.test'],
      resolveHost: async () => [{ address: '93.184.215.14', family: 4 }],
    },
  });
  const [access] = sandbox.info.proxies;
  const session: ToolSession = {
    proxy: { id: 1, ...access! },
    userAgent: 'Mozilla/5.0 (test)',
    signal: new AbortController().signal,
    onBytes: () => undefined,
    withoutSecrets: (text) => text,
  };
  const result = await run(session, name, args);
  const { body } = await createSandboxClient(sandbox.info).control('GET', '/control/requests');
  return { ...result, requests: body.requests, exitAddress: access!.exitAddress };
}

test('yt-dlp reads a page through the proxy of the session', async ({ skip }) => {
  if ((await findProgram('yt-dlp')) === null) return skip('yt-dlp is not installed (pip install yt-dlp).');
  const url = 'https://posts.sandbox.test/files/1000.bin';
  const { exitCode, stdout, stderr, requests, exitAddress } = await runTool('yt-dlp', ['-J', url]);
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('ERROR')]);
  expect(JSON.parse(stdout)).toMatchObject({ extractor: 'generic', original_url: url });
  expect(requests).toContainEqual(
    expect.objectContaining({ path: '/files/1000.bin', exitAddress, userAgent: 'Mozilla/5.0 (test)' }),
  );
});

test('gallery-dl reads a site through the proxy of the session', async ({ skip }) => {
  if ((await findProgram('gallery-dl')) === null)
    return skip('gallery-dl is not installed (pip install gallery-dl).');
  // The sandbox answers at every host, here with a page that is none of the site's.
  const { exitCode, stdout, requests, exitAddress } = await runTool('gallery-dl', [
    '-j',
    '--retries',
    '0',
    'https://imgur.com/a/abcdefg',
  ]);
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    0,
    [[-1, expect.objectContaining({ error: 'JSONDecodeError' })]],
  ]);
  expect(requests).toContainEqual(
    expect.objectContaining({ host: 'api.imgur.com', exitAddress, userAgent: 'Mozilla/5.0 (test)' }),
  );
});
