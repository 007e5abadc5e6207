import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The servers whose ports stay the same over restarts of a data folder, as messages name them. */
const SERVERS = {
  api: 'the API',
  postgres: 'PostgreSQL',
  temporal: 'Temporal',
  webUi: "Temporal's Web UI",
};

type Server = keyof typeof SERVERS;

/** What a file of kept ports has: the ports that can be used, and what is wrong with the file, if anything. */
interface KeptPorts {
  ports: Partial<Record<Server, number>>;
  fault: string | null;
}

interface Kept {
  dataDir: string;
  progress: (line: string) => void;
}

/** Reports a file of kept ports that cannot be used, before the servers start. They then get their usual ports or free ones. */
export function reportWrongPorts({ dataDir, progress }: Kept): void {
  const { fault } = readPorts(dataDir);
  if (fault === null) return;
  progress(
    `${pathIn(dataDir)} ${fault}. Servers without a valid port in it get their usual port or a free one.`,
  );
}

/** Returns the port that a server had at the last start of a data folder, if there was one, then its usual port. */
export function wishedPorts(dataDir: string, server: Server, usual: number): [number, ...number[]] {
  const port = readPorts(dataDir).ports[server];
  return port === undefined || port === usual ? [usual] : [port, usual];
}

/** Keeps a server's port for the next start of the data folder, and reports it if the first wished port was taken. */
export function keepPort(
  { dataDir, progress }: Kept,
  { server, wished, port }: { server: Server; wished: readonly [number, ...number[]]; port: number },
): void {
  if (port !== wished[0]) progress(`Port ${wished[0]} is taken, so ${SERVERS[server]} listens on ${port}`);
  const path = pathIn(dataDir);
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify({ ...readPorts(dataDir).ports, [server]: port })}\n`);
    renameSync(`${path}.new`, path);
  } catch {
    // On a full disk, a start whose ports may change is better than none.
  }
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'ports.json');
}

function readPorts(dataDir: string): KeptPorts {
  const none = (fault: string | null): KeptPorts => ({ ports: {}, fault });
  try {
    const kept: unknown = JSON.parse(readFileSync(pathIn(dataDir), 'utf8'));
    const isObject = typeof kept === 'object' && kept !== null && !Array.isArray(kept);
    return isObject ? checkPorts(kept) : none('is not an object of JSON with a port for each server');
  } catch (error) {
    if (error instanceof SyntaxError) return none('is not JSON');
    const { code, message } = error as NodeJS.ErrnoException;
    return none(code === 'ENOENT' ? null : `cannot be read (${message})`);
  }
}

function checkPorts(kept: Partial<Record<Server, unknown>>): KeptPorts {
  const servers = (Object.keys(SERVERS) as Server[]).filter((server) => kept[server] !== undefined);
  const wrong = servers.filter((server) => !isPort(kept[server]));
  const good = servers.filter((server) => isPort(kept[server]));
  const found = wrong.map((server) => `${JSON.stringify(kept[server])} for ${SERVERS[server]}`);
  return {
    ports: Object.fromEntries(good.map((server) => [server, kept[server]])),
    fault: wrong.length === 0 ? null : `has ${found.join(', ')}; it takes whole numbers from 1 to 65535`,
  };
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= 65_535;
}
