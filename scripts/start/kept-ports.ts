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

/** Returns the port that a server had at the last start of a data folder; null if there was none. */
export function readKeptPort(dataDir: string, server: Server): number | null {
  const port = readPorts(dataDir)[server];
  return Number.isInteger(port) && port! > 0 && port! <= 65_535 ? port! : null;
}

interface Kept {
  dataDir: string;
  progress: (line: string) => void;
}

/** Keeps a server's port for the next start of the data folder, and reports it if the wished port was taken. */
export function keepPort(
  { dataDir, progress }: Kept,
  { server, wished, port }: { server: Server; wished: number; port: number },
): void {
  if (port !== wished) progress(`Port ${wished} is taken, so ${SERVERS[server]} listens on ${port}`);
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
