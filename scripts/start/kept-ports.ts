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

/** Returns the port that a server had at the last start of a data folder, if there was one, then its usual port. */
export function wishedPorts(dataDir: string, server: Server, usual: number): [number, ...number[]] {
  const port = readPorts(dataDir)[server];
  const isKept = Number.isInteger(port) && port! > 0 && port! <= 65_535 && port !== usual;
  return isKept ? [port!, usual] : [usual];
}

interface Kept {
  dataDir: string;
  progress: (line: string) => void;
}

/** Keeps a server's port for the next start of the data folder, and reports it if the first wished port was taken. */
export function keepPort(
  { dataDir, progress }: Kept,
  { server, wished, port }: { server: Server; wished: readonly [number, ...number[]]; port: number },
): void {
  if (port !== wished[0]) progress(`Port ${wished[0]} is taken, so ${SERVERS[server]} listens on ${port}`);
  const path = join(dataDir, 'ports.json');
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify({ ...readPorts(dataDir), [server]: port })}\n`);
    renameSync(`${path}.new`, path);
  } catch {
    // On a full disk, a start whose ports may change is better than none.
  }
}

function readPorts(dataDir: string): Partial<Record<Server, number>> {
  try {
    return Object(JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8'))) as Partial<
      Record<Server, number>
    >;
  } catch {
    return {};
  }
}
