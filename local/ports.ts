import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

const ATTEMPTS_MAX = 50;
const CONNECT_TIMEOUT_MS = 300;

/** Ports that this process has given out. Their users may not have bound them yet, so they must not be given out twice. */
const givenOut = new Set<number>();

/** A port, or several ports in order of preference. */
export type PreferredPorts = number | readonly number[];

export interface PortRequest {
  /** The first of them that is free is used. */
  preferred?: PreferredPorts | undefined;
  /** The highest acceptable port; without it, the system chooses from 32768 up. */
  max?: number | undefined;
  /** The only acceptable ports. */
  among?: readonly number[] | undefined;
}

/**
 * Ports that no browser connects to, whatever a page requests: https://fetch.spec.whatwg.org/#port-blocking. Only programs can
 * reach a server there. The other ports on that list belong to services that a machine may run.
 */
export const PORTS_BLOCKED_IN_BROWSERS: readonly number[] = [
  1719, 1720, 1723, 3659, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080,
];

/** Lower ports may belong to well-known services. */
const PORT_MIN = 10_000;

/** Finds a port of 127.0.0.1 that is free and that this process has not given out before. */
export async function freePort({ preferred, max, among }: PortRequest = {}): Promise<number> {
  if (among !== undefined) return freePortAmong(among);
  for (const port of [preferred ?? []].flat()) if (await take(port)) return port;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = await bind(max === undefined ? 0 : randomInt(PORT_MIN, max + 1));
    if (port !== null && (await take(port))) return port;
  }
  throw new Error(`No free port found on 127.0.0.1 in ${ATTEMPTS_MAX} attempts.`);
}

async function freePortAmong(ports: readonly number[]): Promise<number> {
  // Several processes may search at once, so each starts at a random port.
  const first = randomInt(ports.length);
  for (const port of [...ports.slice(first), ...ports.slice(0, first)]) if (await take(port)) return port;
  throw new Error(`None of the ports ${ports.join(', ')} is free on 127.0.0.1.`);
}

/** Gives back a port that its user no longer needs, so that `freePort` can give it out again. */
export function returnPort(port: number): void {
  givenOut.delete(port);
}

async function take(port: number): Promise<boolean> {
  if (givenOut.has(port)) return false;
  givenOut.add(port);
  if ((await bind(port)) !== null && !(await anyoneAnswers(port))) return true;
  givenOut.delete(port);
  return false;
}

/**
 * Whether a server answers at a port. A port that can be bound may still be in use: some systems let us bind 127.0.0.1 beside a
 * server on all addresses, or on ::1.
 */
async function anyoneAnswers(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => answersAt(host, port)));
  return answers.includes(true);
}

function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

function bind(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
