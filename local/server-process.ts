import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess, ProcessSpec } from './managed-process.ts';
import { freePort, returnPort, type PortRequest } from './ports.ts';
import type { ProcessGroup } from './process-group.ts';
import { isRunning, type ProcessIdentity } from './process-identity.mjs';

const PORT_ATTEMPTS_MAX = 5;
const OLD_SERVER_WAIT_MS = 15_000;
const OLD_SERVER_POLL_MS = 100;

export type Ports<Port extends string> = Readonly<Record<Port, number>>;

/** How to start one server, on any ports. */
export interface ServerLaunch<Port extends string> {
  group: ProcessGroup;
  ports: Readonly<Record<Port, PortRequest>>;
  specAt: (ports: Ports<Port>) => ProcessSpec;
  /** Resolves when the server can be used. @param ended aborts when it has ended */
  untilReady: (ports: Ports<Port>, ended: AbortSignal) => Promise<void>;
  /** Matches the log if another process took a port first. */
  portTaken: RegExp;
  /** Runs after a ready server has ended for good, through `stop` or with its group. */
  onGone: () => Promise<void>;
}

export interface ServerProcess<Port extends string> {
  ports: Ports<Port>;
  process: ManagedProcess;
  /** Resolves when it has ended and `onGone` has run. */
  stop(): Promise<void>;
}

/** Starts a server and waits until it can be used. Retries with other ports if another process takes one first. */
export async function startServer<Port extends string>(
  launch: ServerLaunch<Port>,
): Promise<ServerProcess<Port>> {
  for (let attempt = 1; ; attempt += 1) {
    const ports: Record<string, number> = {};
    for (const [port, request] of Object.entries<PortRequest>(launch.ports))
      ports[port] = await freePort(attempt === 1 ? request : { ...request, preferred: undefined });
    const server = await startAt(ports as Ports<Port>, launch);
    if (server !== 'port taken') return server;
    if (attempt === PORT_ATTEMPTS_MAX)
      throw new Error(`A port of the server was taken before it started, ${attempt} times in a row.`);
  }
}

async function startAt<Port extends string>(
  ports: Ports<Port>,
  { group, specAt, untilReady, portTaken, onGone }: ServerLaunch<Port>,
): Promise<ServerProcess<Port> | 'port taken'> {
  const spec = specAt(ports);
  const ended = new AbortController();
  const exitedEarly = Promise.withResolvers<never>();
  // Once the server is ready, nobody awaits this promise: its rejection must not count as unhandled.
  exitedEarly.promise.catch(() => {});
  const server = group.start({
    ...spec,
    onExit: () => {
      ended.abort();
      exitedEarly.reject(new Error(`${spec.name} did not start. Its last lines:\n${server.logTail()}`));
    },
  });
  const returnPorts = (): void => Object.values<number>(ports).forEach(returnPort);
  try {
    const ready = untilReady(ports, ended.signal);
    ready.catch(() => {});
    await Promise.race([ready, exitedEarly.promise]);
  } catch (error) {
    const isTaken = portTaken.test(server.logTail());
    await server.stop();
    returnPorts();
    if (isTaken) return 'port taken';
    throw error;
  }
  const gone = server.exited.then(async () => {
    returnPorts();
    await onGone();
  });
  return {
    ports,
    process: server,
    async stop() {
      await server.stop();
      await gone;
    },
  };
}

/**
 * Waits until a server whose owner was killed has ended: two servers must never write to one database.
 * @param name used in messages
 */
export async function waitForOldServer(
  old: ProcessIdentity,
  { name, dir, onProgress }: { name: string; dir: string; onProgress?: ((line: string) => void) | undefined },
): Promise<void> {
  const deadlineMs = Date.now() + OLD_SERVER_WAIT_MS;
  for (let waited = false; isRunning(old); waited = true) {
    if (Date.now() > deadlineMs)
      throw new Error(`Another ${name} server (process ${old.pid}) uses ${dir}. Stop it first.`);
    if (!waited) onProgress?.(`Waiting for the previous ${name} server (process ${old.pid}) to end…`);
    await sleep(OLD_SERVER_POLL_MS);
  }
}
