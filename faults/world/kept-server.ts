import { freePort, returnPort } from '../../local/ports.ts';
import type { ManagedProcess } from '../../local/managed-process.ts';

/** By itself the system gives ports from 32768 on: one below is still free after a server has been away. */
export const KEPT_PORT_MAX = 32_000;

/** A server that can be killed, and come back with its data at the same address. */
export interface KeptServer {
  /** Resolves when it serves. */
  start(): Promise<void>;
  /** Ends it as a person would; its data stays. */
  stop: () => Promise<void>;
  /** Ends it with SIGKILL; its data stays. */
  kill: () => Promise<void>;
}

interface RunningServer {
  /** Where it listens; another one than was asked for when that was taken. */
  port: number;
  process: ManagedProcess;
  stop(): Promise<void>;
}

/** Keeps a port for a server. @param startAt starts the server there, over its data of before */
export async function keepServer(
  name: string,
  startAt: (port: number) => Promise<RunningServer>,
): Promise<KeptServer> {
  const port = await freePort({ max: KEPT_PORT_MAX });
  returnPort(port);
  let server: RunningServer | undefined;
  return {
    async start() {
      server = await startAt(port);
      if (server.port !== port) throw new Error(`${name} was away, and its port ${port} was taken meanwhile`);
    },
    async stop() {
      await server?.stop();
    },
    async kill() {
      await server?.process.kill();
      // Its port and its data folder are free again after that.
      await server?.stop();
    },
  };
}
