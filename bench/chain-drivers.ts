import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { startCrawl, waitForCrawl, type NamedDispensary } from '../temporal-client/crawl-control.ts';
import type { CrawlOrder, PeerName, PeerReport } from './chain-peer/messages.ts';
import type { ServerHome } from './start-servers.ts';

const WORKER_MAIN = fileURLToPath(new URL('../workers/main.ts', import.meta.url));
const PEER_MAIN = fileURLToPath(new URL('./chain-peer/main.ts', import.meta.url));

/** Runs chains in a separate process. */
export interface ChainDriver {
  pid: number;
  /** Runs one chain of each dispensary; resolves when all have ended, rejects when one failed. */
  crawl(dispensaries: NamedDispensary[]): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkerStart {
  /** Names the worker and its log. */
  name: string;
  /** A client of the Temporal server that the worker serves. */
  client: Client;
  environment: Record<string, string>;
  /** Options of Node itself. */
  nodeOptions: string[];
}

/** Starts a normal worker with all its queues, and a client that starts the chains and waits for them. */
export async function startWorker(
  { folder, group }: ServerHome,
  { name, client, environment, nodeOptions }: WorkerStart,
): Promise<ChainDriver> {
  const serving = Promise.withResolvers<void>();
  const worker = group.start({
    name: 'the worker',
    command: process.execPath,
    args: [...nodeOptions, WORKER_MAIN],
    env: { ...process.env, ...environment, WORKER_ID: name },
    logFile: join(folder, 'logs', `worker-${name}.log`),
    onStdoutLine: (line) => {
      if (line.includes('"msg":"serving"')) serving.resolve();
    },
    onExit: () => serving.reject(new Error(`The worker ended before it served:\n${worker.logTail()}`)),
  });
  await serving.promise;
  return {
    pid: worker.pid ?? 0,
    async crawl(dispensaries) {
      await Promise.all(
        dispensaries.map(async (dispensary) => {
          await startCrawl(client, dispensary);
          await waitForCrawl(client, dispensary.id);
        }),
      );
    },
    stop: async () => void (await worker.stop()),
  };
}

/** Starts a process that runs the same activities without Temporal. @param images false skips the image stage */
export async function startPeer(
  name: PeerName,
  environment: Record<string, string>,
  { images = true }: { images?: boolean } = {},
): Promise<ChainDriver> {
  const peer = fork(PEER_MAIN, [name], { env: { ...process.env, ...environment } });
  const [first] = (await once(peer, 'message')) as [PeerReport];
  if (first.is !== 'serving') throw new Error(`Expected ${name} to serve; it said ${JSON.stringify(first)}`);
  return {
    pid: peer.pid ?? 0,
    async crawl(dispensaries) {
      const ended = allEnded(peer, name, dispensaries.length);
      const order: CrawlOrder = { dispensaryIds: dispensaries.map(({ id }) => id), images };
      peer.send(order);
      await ended;
    },
    async stop() {
      peer.kill('SIGKILL');
      await once(peer, 'exit');
    },
  };
}

function allEnded(peer: ChildProcess, name: PeerName, count: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let left = count;
  const hear = (report: PeerReport): void => {
    if (report.is === 'failed') reject(new Error(`A chain on ${name} failed: ${report.reason}`));
    left -= 1;
    if (left === 0) resolve();
  };
  const leave = (): void => reject(new Error(`${name} ended by itself`));
  peer.on('message', hear).once('exit', leave);
  return promise.finally(() => peer.off('message', hear).off('exit', leave));
}
