import { freePort, returnPort } from '../../local/ports.ts';
import type { ManagedProcess } from '../../local/managed-process.ts';

/** The system assigns ports from 32768 upwards, so a port below is still free after the server was away. */
export const KEPT_PORT_MAX = 32_000;

/** A server that can be killed and restarted with its data at the same address. */
export interface KeptServer {
  /** Resolves when it serves. */
  start(): Promise<void>;
  /** Stops it gracefully; its data stays. */
  stop: () => Promise<void>;
  /** Kills it with SIGKILL; its data stays. */
  kill: () => Promise<void>;
}

interface RunningServer {
  /** The port that it listens on; differs from the requested one when that was taken. */
  port: number;
  process: ManagedProcess;
  stop(): Promise<void>;
}

/** Reserves a port for a server. @param startAt starts the server there, over its earlier data */
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
      // Waits until its port and data folder are free again.
      await server?.stop();
    },
  };
}
