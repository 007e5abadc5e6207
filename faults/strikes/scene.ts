import type { ManagedProcess } from '../../local/managed-process.ts';
import { createCrawlRequests, type CrawlRequests } from '../load/request-crawls.ts';
import type { CrawlWorld, LiveWorld } from '../world/crawl-world.ts';
import type { KeptServer } from '../world/kept-server.ts';
import { openServerLink, type ServerLink } from '../world/server-link.ts';
import type { SmallDisk } from '../world/small-disk.ts';

/** A world in which everything runs, for a round. */
export interface RoundScene {
  world: LiveWorld;
  requests: CrawlRequests;
  /** Stops the worker and the API, and leaves the servers and the sandbox up. */
  end(): Promise<void>;
}

/** A world each part of which can be struck. */
export interface Scene extends RoundScene {
  world: CrawlWorld;
  temporal: KeptServer;
  postgres: KeptServer;
  storageDisk: SmallDisk | null;
  /** A link to PostgreSQL, for workers that connect through its address. */
  link: ServerLink;
  worker: KillableProgram;
  api: KillableProgram;
}

/** A program of this project, of which only one process runs at a time. */
export interface Killable {
  kill(): Promise<void>;
  /** Starts the next process. @param env added to the process's environment */
  start(env?: Record<string, string>): Promise<void>;
  /** Stops the process gracefully. */
  stop(): Promise<void>;
}

interface KillableProgram extends Killable {
  /** Returns the process that was started last. */
  process(): ManagedProcess;
}

type Parts = Pick<Scene, 'world' | 'temporal' | 'postgres' | 'storageDisk'>;

/** Starts a worker and the API in a world whose servers are up. @param name unique among the world's scenes */
export async function openScene(
  { world, temporal, postgres, storageDisk }: Parts,
  name: string,
): Promise<Scene> {
  let workers = 0;
  let apiUrl = '';
  const worker = replaceable((env) => world.startWorker(`${name}-worker-${(workers += 1)}`, env));
  const api = replaceable(async (env) => {
    const { process, url } = await world.startApi(env);
    apiUrl = url;
    return process;
  });
  const link = await openServerLink(new URL(world.databaseUrl).host);
  await Promise.all([worker.start(), api.start()]);
  return {
    world,
    temporal,
    postgres,
    storageDisk,
    link,
    requests: createCrawlRequests(apiUrl, name),
    worker,
    api,
    async end() {
      await Promise.all([worker.stop(), api.stop()]);
      link.cut();
    },
  };
}

function replaceable(startOne: (env?: Record<string, string>) => Promise<ManagedProcess>): KillableProgram {
  let current: ManagedProcess | undefined;
  return {
    process() {
      if (current === undefined) throw new Error('Expected a process, but none was started');
      return current;
    },
    async start(env) {
      current = await startOne(env);
    },
    async kill() {
      await current?.kill();
    },
    async stop() {
      await current?.stop();
    },
  };
}
