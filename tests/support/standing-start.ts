import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Client } from '@temporalio/client';
import { expect, onTestFinished, vi } from 'vitest';
import { readEnvironment } from '../../config/environment.ts';
import { readWorkerEnv } from '../../local/worker-env-file.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { startProgram } from './run-program.ts';

export const DISPENSARIES = 4;

const PATIENCE = { timeout: 300_000, interval: 100 };

/** Texts by which the processes of an `npm start` are found in their command lines. */
const PROGRAMS = {
  worker: 'workers/main.ts',
  api: 'api/main.ts',
  sandbox: 'sandbox/main.ts',
  postgres: 'bin/postgres -D',
  temporal: 'server start-dev',
};

/** Empty values for the variables that would name other servers. */
const UNSET = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', STORAGE_ROOT: '' };

export type Pids = Record<keyof typeof PROGRAMS, number | undefined>;

/** An `npm start` that has crawled all stores once and keeps running. */
export interface StandingStart {
  databaseUrl: string;
  client: Client;
  /** Returns the ids of its present processes. */
  processes(): Promise<Pids>;
  /** Rejects once `npm start` has ended. */
  ended: Promise<never>;
  /** Resolves once `npm start` has printed this text. */
  said(text: string | RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** Runs `npm start` with its own servers until the test ends. @param env overrides the environment of this process */
export async function startStanding(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<StandingStart> {
  const program = startProgram(
    'scripts/start.ts',
    ['--dispensaries', String(DISPENSARIES), '--products', '20', '--data-dir', dataDir],
    { ...UNSET, ...env },
  );
  const ended = program.finished.then(({ code, stderr }): never => {
    throw new Error(`npm start ended with ${code}:\n${stderr}`);
  });
  ended.catch(() => undefined);
  const said = async (text: string | RegExp): Promise<void> => {
    // Joins lines again that `npm start` has wrapped and indented because they were too long.
    const reported = () => program.sofar.stderr.replaceAll('\n  ', ' ');
    const written = vi.waitFor(() => expect(reported()).toMatch(text), PATIENCE);
    await Promise.race([written, ended]);
  };
  const stop = async (): Promise<void> => {
    program.signal('SIGTERM');
    await program.finished;
  };
  onTestFinished(stop);
  await said('Everything stays up');
  const workerEnv = (await readWorkerEnv(dataDir))!;
  const client = await connectTemporal(readEnvironment(workerEnv));
  onTestFinished(() => client.connection.close());
  return {
    databaseUrl: workerEnv['DATABASE_URL']!,
    client,
    processes: () => childrenOf(program.pid),
    said,
    ended,
    stop,
  };
}

async function childrenOf(parent: number): Promise<Pids> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const rows = [...stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].filter(
    ([, , ppid]) => Number(ppid) === parent,
  );
  const found = Object.entries(PROGRAMS).map(([name, text]) => {
    const row = rows.find(([, , , args]) => args?.includes(text));
    return [name, row && Number(row[1])];
  });
  return Object.fromEntries(found) as Pids;
}
