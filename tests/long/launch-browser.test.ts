import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { access, chmod, chown, constants, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { browserFlags } from '../../egress/browser/browser-flags.ts';
import { chooseTraits } from '../../egress/browser/browser-identity.ts';
import { findBrowser } from '../../egress/browser/find-browser.ts';
import { launchBrowser } from '../../egress/browser/launch-browser.ts';
import { mainProcessOf, membersOf } from '../support/browser-processes.ts';
import { testBrowser } from '../support/open-browser.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

test.runIf(isRoot)(
  'as root a browser with its sandbox is refused with one clear error, and leaves nothing',
  async () => {
    const root = await temporaryFolder('launch-browser-');
    const starting = launchBrowser({
      executable: testBrowser.executable,
      env: testBrowser.env,
      root,
      timeZone: 'UTC',
      flags: (folder) =>
        browserFlags({
          folder,
          proxyAddress: '127.0.0.1:9',
          traits: chooseTraits(1, 'en-US'),
          hasSandbox: true,
          trustedSpki: undefined,
        }),
    });
    await expect(starting).rejects.toMatchObject({
      kind: 'BrowserFault',
      message:
        'As root, Chromium starts only without its sandbox: run the worker as another user, or set BROWSER_NO_SANDBOX=true.',
    });
    expect(await readdir(root)).toEqual([]);
  },
);

test('a program that speaks no DevTools protocol is no browser', async () => {
  const root = await temporaryFolder('launch-browser-');
  const starting = launchBrowser({
    executable: '/bin/true',
    env: {},
    root,
    timeZone: 'UTC',
    flags: () => [],
  });
  await expect(starting).rejects.toMatchObject({ kind: 'BrowserFault' });
  expect(await readdir(root)).toEqual([]);
});

test('a browser that hangs at its start is given up after 8 s, and leaves nothing', async () => {
  const root = await temporaryFolder('launch-browser-');
  const executable = join(await temporaryFolder('launch-browser-'), 'hung-browser');
  await writeFile(executable, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const startedAt = performance.now();
  const starting = launchBrowser({ executable, env: {}, root, timeZone: 'UTC', flags: () => [] });
  await expect(starting).rejects.toMatchObject({
    kind: 'BrowserFault',
    evidence: { detail: 'no answer within 8000 ms' },
  });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await readdir(root)).toEqual([]);
});

test.runIf(isRoot)(
  'another user’s browser has its sandbox: its pages may not call what they like',
  async (context) => {
    const project = fileURLToPath(new URL('../../', import.meta.url));
    const root = await temporaryFolder('launch-browser-');
    const { executable, env } = await findBrowser({ executablePath: undefined, root });
    for (const folder of [root, dirname(executable)]) await chmod(folder, 0o755);
    await chmod(executable, 0o755);
    const sessions = await temporaryFolder('launch-browser-');
    await chown(sessions, NOBODY, NOBODY);
    const holder = join(project, 'tests/support/hold-browser.ts');
    const user = { uid: NOBODY, gid: NOBODY };
    const probe = spawn('/bin/sh', ['-c', `test -r '${holder}'`], user);
    const [code] = (await once(probe, 'exit')) as [number];
    await access(holder, constants.R_OK);
    context.skip(code !== 0, 'the project lies in a folder that other users may not enter');
    const worker = spawn(process.execPath, [holder, executable, sessions, env['FONTCONFIG_PATH'] ?? ''], {
      ...user,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], HOME: sessions },
    });
    // When the test ends, the guard kills the browser and removes its folder. This waits until that has happened.
    onTestFinished(async () => {
      worker.kill('SIGKILL');
      await vi.waitUntil(async () => (await readdir(sessions)).length === 0, { timeout: 20_000 });
    });
    await once(worker.stdout, 'data');
    const { group } = mainProcessOf(sessions);
    const renderers = () =>
      membersOf(group).filter(({ commandLine }) => commandLine.includes('--type=renderer'));
    await expect.poll(() => renderers().length, { timeout: 10_000 }).toBeGreaterThan(0);
    for (const { pid, commandLine } of renderers()) {
      expect(commandLine).not.toContain('--no-sandbox');
      // Seccomp mode 2: a filter decides which system calls the process may make.
      await expect
        .poll(() => /^Seccomp:\s+(\d)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1], {
          timeout: 10_000,
        })
        .toBe('2');
    }
  },
);
