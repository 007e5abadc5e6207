import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Pair, PrintedMeasurement } from './compare-pairs.ts';
import { print } from './start-servers.ts';

export interface CompareOptions {
  /** The checkout to measure, including uncommitted changes. */
  root: string;
  /** The commit to compare it with. */
  ref: string;
  /** Name and options of the measurement. */
  bench: string[];
  pairs: number;
  /** Aborts the current run and removes all temporary files. */
  signal: AbortSignal;
}

/**
 * Runs a measurement of a checkout and of another commit alternately; the order alternates too. The other commit is checked out
 * into a temporary folder, which is always removed.
 */
export async function measurePairs({ root, ref, bench, pairs, signal }: CompareOptions): Promise<Pair[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-compare-'));
  // A measurement may run PostgreSQL as another user, below this folder.
  await chmod(folder, 0o711);
  const checkout = join(folder, 'checkout');
  const temporary = join(folder, 'tmp');
  try {
    await mkdir(temporary, { mode: 0o711 });
    await run('git', ['worktree', 'add', '--quiet', '--detach', checkout, ref], { cwd: root, signal });
    await installPackages({ root, checkout, signal });
    const measure = async (cwd: string): Promise<PrintedMeasurement> => {
      const env = { ...process.env, TMPDIR: temporary };
      const output = await run(process.execPath, ['bench/main.ts', ...bench, '--json'], { cwd, env, signal });
      return JSON.parse(output.trim().split('\n').at(-1) ?? '') as PrintedMeasurement;
    };
    const measured: Pair[] = [];
    for (let number = 1; number <= pairs; number += 1) {
      print(`Pair ${number} of ${pairs}`);
      const isBeforeFirst = number % 2 === 1;
      const first = await measure(isBeforeFirst ? checkout : root);
      const second = await measure(isBeforeFirst ? root : checkout);
      measured.push(isBeforeFirst ? { before: first, after: second } : { before: second, after: first });
    }
    return measured;
  } finally {
    const isRemoved = await run('git', ['worktree', 'remove', '--force', checkout], { cwd: root }).then(
      () => true,
      () => false,
    );
    // Servers of an interrupted run may still be stopping, and writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    // The removal fails if the creation of the worktree was interrupted.
    if (!isRemoved) await run('git', ['worktree', 'prune'], { cwd: root });
  }
}

interface Checkouts {
  root: string;
  checkout: string;
  signal: AbortSignal;
}

/** Links this checkout's packages into the other one; if the other one pins other packages, installs those there. */
async function installPackages({ root, checkout, signal }: Checkouts): Promise<void> {
  const lockOf = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  if ((await lockOf(root)) === (await lockOf(checkout))) {
    await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'), 'dir');
    return;
  }
  print('Installing the packages of the other commit…');
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: 'true' };
  // `npm run --silent` is inherited, and would hide why npm fails.
  const options = ['--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  await run('npm', ['ci', ...options], { cwd: checkout, env, signal });
}

interface RunOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

/** Runs a program to its end. @returns its standard output; its standard error goes to ours */
async function run(command: string, args: string[], { cwd, env, signal }: RunOptions): Promise<string> {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = (): void => void child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  try {
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    signal?.throwIfAborted();
    if (code === 0) return output;
    throw new Error(`${command} ${args.join(' ')} in ${cwd} ended with ${String(code)}`);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
