import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removePostgresData } from '../local/postgres-home.ts';
import { findTemporalBinary } from '../local/temporal-binary.ts';
import { readWorkerEnv } from '../local/worker-env-file.ts';
import { spreadOf, type Measurement } from './measurement.ts';
import { takeTurns } from './take-turns.ts';

const ROUNDS = 11;

/** The most seconds that a call may take. */
const TARGETS_SEC = { version: 0.2, status: 1 };

/**
 * Measures how long calls of the command take beside a running `npm start` that has crawled twelve stores, and calls of the
 * `temporal` command that do the most alike.
 */
export async function benchCommand(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-command-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const stop = await startServers(dataDir);
  try {
    return await measureCalls(dataDir);
  } finally {
    await stop();
    await removePostgresData(join(dataDir, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureCalls(dataDir: string): Promise<Measurement> {
  const { path: temporal } = await findTemporalBinary({ env: process.env });
  const { TEMPORAL_ADDRESS = '', TEMPORAL_NAMESPACE = '' } = (await readWorkerEnv(dataDir)) ?? {};
  const crawlchain = (...words: string[]) =>
    secondsOf(process.execPath, ['bin/crawlchain.mjs', '--data-dir', dataDir, ...words]);
  const server = ['--address', TEMPORAL_ADDRESS, '--namespace', TEMPORAL_NAMESPACE];
  const rounds = await takeTurns(
    {
      version: () => secondsOf(process.execPath, ['bin/crawlchain.mjs', '--version']),
      status: () => crawlchain('status'),
      tasks: () => crawlchain('tasks', 'list', '--limit', '20'),
      temporalVersion: () => secondsOf(temporal, ['--version']),
      workflows: () => secondsOf(temporal, ['workflow', 'list', '--limit', '20', ...server]),
    },
    { rounds: ROUNDS },
  );
  const of = (name: keyof (typeof rounds)[number]) =>
    spreadOf(
      rounds.map((round) => round[name]),
      3,
    );
  const ratio = (share: (round: (typeof rounds)[number]) => number) => spreadOf(rounds.map(share), 2);
  return {
    figures: {
      'crawlchain --version, s': of('version'),
      'crawlchain status, s': of('status'),
      'crawlchain tasks list, s': of('tasks'),
      'temporal --version, s': of('temporalVersion'),
      'temporal workflow list, s': of('workflows'),
    },
    ratios: {
      'crawlchain --version / target of 0.2 s': ratio(({ version }) => version / TARGETS_SEC.version),
      'crawlchain status / target of 1 s': ratio(({ status }) => status / TARGETS_SEC.status),
      'tasks list / temporal workflow list': ratio(({ tasks, workflows }) => tasks / workflows),
    },
    notes: {
      'tasks list / temporal workflow list':
        'temporal is a compiled program that asks one index; ours starts Node, asks the API, and joins stores, retries and what each task waits for',
    },
  };
}

/** Runs `npm start` until its first crawl is done and everything stays up. @returns a function that ends it */
async function startServers(dataDir: string): Promise<() => Promise<void>> {
  const child = spawn('npm', ['start', '--silent', '--', '--data-dir', dataDir], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('Everything stays up')) resolve();
  });
  child.on('close', (code) => reject(new Error(`npm start ended with ${code}:\n${said}`)));
  await promise;
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

async function secondsOf(program: string, args: string[]): Promise<number> {
  const startedAtMs = performance.now();
  await promisify(execFile)(program, args);
  return (performance.now() - startedAtMs) / 1_000;
}
