import { freePort, returnPort } from '../../local/ports.ts';
import type { ManagedProcess } from '../../local/managed-process.ts';

/**
 * The limit of ports for kept servers. The system assigns ports from 32768 upwards to others, so a lower one is still free when the
 * server comes back.
 */
export const KEPT_PORT_MAX = 32_000;

/** A server that can be killed, and restarted at the same address with the data that it had. */
export interface KeptServer {
  /** Starts the server; resolves when it serves. */
  start(): Promise<void>;
  /** Stops the server gracefully; its data stays. */
  stop: () => Promise<void>;
  /** Kills the server with SIGKILL; its data stays. */
  kill: () => Promise<void>;
}

interface RunningServer {
  /** The port on which the server listens; if the requested port was taken, another one. */
  port: number;
  process: ManagedProcess;
  stop(): Promise<void>;
}

/** Reserves a port for a server. @param startAt starts the server at this port, with the data of its earlier runs */
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
      // Waits until the server's port and data folder are free again.
      await server?.stop();
    },
  };
}
