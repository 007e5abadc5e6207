import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

const ATTEMPTS_MAX = 50;
const CONNECT_TIMEOUT_MS = 300;

/** Ports given out by this process. Whoever asked has not bound it yet, so nobody else may get it. */
const givenOut = new Set<number>();

export interface PortWish {
  /** Taken when it is free. */
  preferred?: number | undefined;
  /** The highest that will do; by itself the system gives those from 32768 on. */
  max?: number | undefined;
  /** No other will do. */
  among?: readonly number[] | undefined;
}

/**
 * Ports that no browser connects to, whatever a page asks for: https://fetch.spec.whatwg.org/#port-blocking. What listens
 * there can be reached by programs alone. The rest of that list belongs to services that a machine may have.
 */
export const PORTS_BLOCKED_IN_BROWSERS: readonly number[] = [
  1719, 1720, 1723, 3659, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080,
];

/** Ports below this one belong to well-known services. */
const PORT_MIN = 10_000;

/** A port of 127.0.0.1 that nobody uses and that this process has not given out before. */
export async function freePort({ preferred, max, among }: PortWish = {}): Promise<number> {
  if (among !== undefined) return freePortAmong(among);
  if (preferred !== undefined && (await take(preferred))) return preferred;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = await bind(max === undefined ? 0 : randomInt(PORT_MIN, max + 1));
    if (port !== null && (await take(port))) return port;
  }
  throw new Error(`No free port found on 127.0.0.1 in ${ATTEMPTS_MAX} attempts.`);
}

async function freePortAmong(ports: readonly number[]): Promise<number> {
  // Several processes look at the same time: each begins elsewhere.
  const first = randomInt(ports.length);
  for (const port of [...ports.slice(first), ...ports.slice(0, first)]) if (await take(port)) return port;
  throw new Error(`None of the ports ${ports.join(', ')} is free on 127.0.0.1.`);
}

/** A port that was given out may be asked for again, by whoever has freed it. */
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

/** Binding alone does not tell on every system: some allow 127.0.0.1 beside a server on all addresses, or on ::1. */
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
