import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expectGone, killAndCollect, makeTemporaryDir } from '../integration/local/running-owner.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const INSTALLED = '{"packages":{}}';

/** A fake npm. It records that it was called, waits while the file `hold` exists, and installs nothing. */
const FAKE_NPM = `#!/bin/sh
echo "$@ $PUPPETEER_SKIP_DOWNLOAD" >> npm-calls
while [ -e hold ]; do sleep 0.02; done
if [ -e broken ]; then echo "npm error: no such package" >&2; exit 1; fi
mkdir -p node_modules && echo '${INSTALLED}' > node_modules/.package-lock.json
`;

/** Creates a project around the real first stage. */
async function makeProject({ installed = true } = {}): Promise<string> {
  const root = await makeTemporaryDir();
  for (const path of ['scripts/first-stage.mjs', 'local/folder-lock.mjs', 'local/process-identity.mjs'])
    await cp(join(ROOT, path), join(root, path));
  await writeFile(join(root, 'package.json'), '{}');
  await writeFile(join(root, 'package-lock.json'), '{"packages":{"":{}}}');
  await mkdir(join(root, 'bin'));
  await writeFile(join(root, 'bin', 'npm'), FAKE_NPM, { mode: 0o755 });
  if (installed) {
    await mkdir(join(root, 'node_modules'));
    await writeFile(join(root, 'node_modules', '.package-lock.json'), INSTALLED);
  }
  return root;
}

interface Run {
  child: ChildProcessByStdio<null, Readable, Readable>;
  output: { stdout: string; stderr: string };
  /** Resolves with the exit code and the signal. */
  ended: Promise<[number | null, string | null]>;
}

/** Adds a local package to the project's dependencies, and removes the fake npm so that the real one is used. */
async function givenPackage(root: string): Promise<void> {
  await rm(join(root, 'bin'), { recursive: true });
  await mkdir(join(root, 'one'));
  await writeFile(join(root, 'one', 'package.json'), '{"name":"one","version":"1.0.0"}');
  await writeFile(join(root, 'one', 'index.js'), 'module.exports = "the package"');
  const manifest = { devDependencies: { one: 'file:one' } };
  const packages = {
    '': manifest,
    'node_modules/one': { resolved: 'one', link: true },
    one: { version: '1.0.0', dev: true },
  };
  await writeFile(join(root, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
}

function firstStage(root: string, program: string, env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(root, 'scripts', 'first-stage.mjs'), '-e', program], {
    cwd: root,
    env: { ...process.env, ...env, PATH: [join(root, 'bin'), process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => killAndCollect(child));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return { child, output, ended: once(child, 'close') as Run['ended'] };
}

function expectOutput(run: Run, kind: 'stdout' | 'stderr', text: string | RegExp): Promise<void> {
  return vi.waitFor(() => expect(run.output[kind]).toMatch(text), { timeout: 20_000, interval: 20 });
}

const lockOwner = (root: string) =>
  readFile(join(root, '.data', 'install-lock', 'owner.json'), 'utf8').catch(() => '');
const calls = (root: string) => readFile(join(root, 'npm-calls'), 'utf8').catch(() => '');
const program = (onSignal: string) =>
  `${onSignal}; setInterval(() => {}, 1e6); console.log('ready', process.pid)`;

describe('the first stage', { timeout: 60_000 }, () => {
  it('runs the program at once when all is installed, and ends with its code', async () => {
    const root = await makeProject();
    const run = firstStage(root, 'console.log(1 + 1); process.exit(3)');
    expect(await run.ended).toEqual([3, null]);
    expect(run.output).toEqual({ stdout: '2\n', stderr: '' });
    expect(await calls(root)).toBe('');
  });

  it('lets Node keep compiled modules in the folder of the packages, unless a folder is set', async () => {
    const root = await makeProject();
    const print = 'console.log(process.env.NODE_COMPILE_CACHE)';
    vi.stubEnv('NODE_COMPILE_CACHE', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const usual = firstStage(root, print);
    await usual.ended;
    expect(usual.output.stdout).toBe(`${join(root, 'node_modules', '.cache', 'compiled')}\n`);
    const given = firstStage(root, print, { NODE_COMPILE_CACHE: '/tmp/elsewhere' });
    await given.ended;
    expect(given.output.stdout).toBe('/tmp/elsewhere\n');
  });

  it('installs what is missing, says so on stderr alone, and only once', async () => {
    const root = await makeProject({ installed: false });
    const run = firstStage(root, 'console.log("{}")');
    expect(await run.ended).toEqual([0, null]);
    expect(run.output.stdout).toBe('{}\n');
    expect(run.output.stderr).toMatch(
      /^Installing packages, because no packages are installed yet .*\nPackages are installed/,
    );
    await firstStage(root, '').ended;
    expect(await calls(root)).toBe(
      'ci --include=dev --no-audit --no-fund --no-progress --loglevel=warn true\n',
    );
  });

  it('lets one of two commands install while the other waits', async () => {
    const root = await makeProject({ installed: false });
    await writeFile(join(root, 'hold'), '');
    const first = firstStage(root, '');
    await vi.waitFor(async () => expect(await calls(root)).not.toBe(''), { timeout: 20_000, interval: 20 });
    const second = firstStage(root, 'console.log("done")');
    await expectOutput(
      second,
      'stderr',
      `Waiting for process ${first.child.pid}, which is installing packages`,
    );
    await rm(join(root, 'hold'));
    expect(await Promise.all([first.ended, second.ended])).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(second.output.stdout).toBe('done\n');
    expect((await calls(root)).trim().split('\n')).toHaveLength(1);
  });

  it('takes the lock of a command that died, but not before its npm has ended', async () => {
    const root = await makeProject({ installed: false });
    await writeFile(join(root, 'hold'), '');
    const dead = firstStage(root, '');
    // npm is running, and the lock names its process.
    await vi.waitFor(async () => expect(await lockOwner(root)).toMatch(/"worker":{"pid":\d/), {
      timeout: 20_000,
      interval: 20,
    });
    await vi.waitFor(async () => expect(await calls(root)).not.toBe(''), { timeout: 20_000, interval: 20 });
    dead.child.kill('SIGKILL');
    const next = firstStage(root, 'console.log("done")');
    await expectOutput(next, 'stderr', 'Waiting for process');
    await rm(join(root, 'hold'));
    expect(await next.ended).toEqual([0, null]);
    expect((await calls(root)).trim().split('\n')).toHaveLength(1);
  });

  it('shows the end of what npm said when the installation fails', async () => {
    const root = await makeProject({ installed: false });
    await writeFile(join(root, 'broken'), '');
    const run = firstStage(root, 'console.log("never")');
    expect(await run.ended).toEqual([1, null]);
    expect(run.output.stdout).toBe('');
    expect(run.output.stderr).toContain('npm failed. What it said:\nnpm error: no such package\n');
  });

  it('installs with the real npm, whatever the call that started it silenced or left out', async () => {
    const root = await makeProject({ installed: false });
    await givenPackage(root);
    const silent = { npm_config_loglevel: 'silent', npm_config_dry_run: 'true', npm_config_omit: 'dev' };
    const run = firstStage(root, 'console.log(require("one"))', silent);
    expect(await run.ended, run.output.stderr).toEqual([0, null]);
    expect(run.output.stdout).toBe('the package\n');

    await rm(join(root, 'node_modules'), { recursive: true });
    await writeFile(join(root, 'package-lock.json'), '{"lockfileVersion":3,"packages":{"":{}}}');
    const refused = firstStage(root, '', silent);
    expect(await refused.ended).toEqual([1, null]);
    expect(refused.output.stderr).toMatch(/npm failed\. What it said:\n(.*\n)*.*Missing: one@/);
  });

  it('has a lock file that names the packages of all systems, so that npm takes it without a registry', async () => {
    const root = await makeTemporaryDir();
    for (const name of ['package.json', 'package-lock.json']) await cp(join(ROOT, name), join(root, name));
    const text = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status, stderr } = spawnSync('npm', text, { cwd: root, encoding: 'utf8' });
    expect({ status, missing: stderr.match(/Missing: .*/g) }).toEqual({ status: 0, missing: null });
  });

  it('ends an installation that is interrupted', async () => {
    const root = await makeProject({ installed: false });
    await writeFile(join(root, 'hold'), '');
    const run = firstStage(root, '');
    await vi.waitFor(async () => expect(await calls(root)).not.toBe(''), { timeout: 20_000, interval: 20 });
    run.child.kill('SIGTERM');
    await rm(join(root, 'hold'));
    expect(await run.ended).toEqual([143, null]);
    expect(run.output.stderr).toContain('Interrupted while installing packages.');
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
    'hands %s on to the program and ends with its code',
    async (signal) => {
      const run = firstStage(await makeProject(), program(`process.on('${signal}', () => process.exit(7))`));
      await expectOutput(run, 'stdout', 'ready');
      run.child.kill(signal);
      expect(await run.ended).toEqual([7, null]);
    },
  );

  it('hands on one interrupt of several that come together', async () => {
    const counting = `let n = 0; process.on('SIGINT', () => console.log('interrupted', ++n)); process.on('SIGTERM', () => process.exit(n))`;
    const run = firstStage(await makeProject(), program(counting));
    await expectOutput(run, 'stdout', 'ready');
    for (let time = 0; time < 3; time += 1) run.child.kill('SIGINT');
    await expectOutput(run, 'stdout', 'interrupted');
    run.child.kill('SIGTERM');
    expect(await run.ended).toEqual([1, null]);
  });

  it('ends as a shell would when the program is killed', async () => {
    const run = firstStage(await makeProject(), `process.kill(process.pid, 'SIGKILL')`);
    expect(await run.ended).toEqual([137, null]);
  });

  it('gives the program a channel that breaks when the first stage is killed, and that keeps nobody alive', async () => {
    const root = await makeProject();
    const run = firstStage(root, program(`process.on('disconnect', () => process.exit())`));
    await expectOutput(run, 'stdout', /ready \d+\n/);
    run.child.kill('SIGKILL');
    await expectGone([Number(run.output.stdout.split(' ')[1])]);
    expect(await firstStage(root, 'process.channel?.unref()').ended).toEqual([0, null]);
  });

  it('ends the program when whoever started the first stage is gone', async () => {
    const root = await makeProject();
    const inner = JSON.stringify([join(root, 'scripts', 'first-stage.mjs'), '-e', program('')]);
    const starter = `require('child_process').spawn(process.execPath, ${inner}, { stdio: 'inherit' })`;
    const child = spawn(process.execPath, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => killAndCollect(child));
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    expect(text.toString()).toMatch(/^ready \d+\n$/);
    child.kill('SIGKILL');
    await expectGone([Number(text.toString().split(' ')[1])]);
  });

  it('says in one line how it is used', async () => {
    const root = await makeProject();
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'first-stage.mjs')], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'Usage: node scripts/first-stage.mjs <program> [arguments]\n',
    });
  });
});
