import type { ManagedProcess } from '../../local/managed-process.ts';
import { createCrawlRequests, type CrawlRequests } from '../load/request-crawls.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import type { KeptServer } from '../world/kept-server.ts';
import type { OwnWorld } from '../world/own-world.ts';
import { openServerLink, type ServerLink } from '../world/server-link.ts';

/** A world in which everything runs, to be struck. */
export interface Scene {
  world: CrawlWorld;
  temporal: KeptServer;
  postgres: KeptServer;
  /** A link to PostgreSQL, for workers that are started with its address. */
  link: ServerLink;
  requests: CrawlRequests;
  worker: Killable;
  api: Killable;
}

/** A process of ours: one runs at a time. */
interface Killable {
  /** The one that runs now. */
  current(): ManagedProcess;
  kill(): Promise<void>;
  /** Starts the next one. @param env more of its environment */
  start(env?: Record<string, string>): Promise<void>;
  /** Asks it to end. */
  stop(): Promise<void>;
}

/** Starts a worker and the API in a world whose servers are up. @param name which no other scene of the world has */
export async function openScene({ world, temporal, postgres }: OwnWorld, name: string): Promise<Scene> {
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
  return { world, temporal, postgres, link, requests: createCrawlRequests(apiUrl, name), worker, api };
}

function replaceable(startOne: (env?: Record<string, string>) => Promise<ManagedProcess>): Killable {
  let current: ManagedProcess | undefined;
  return {
    current() {
      if (current === undefined) throw new Error('Expected a process that was started');
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
