import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../local/ports.ts';
import { withWait } from '../../local/progress-ticks.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { writeWorkerEnv } from '../../local/worker-env-file.ts';
import { keepPort, wishedPorts } from './kept-ports.ts';
import { talkativeLogLevel } from './log-level.ts';
import { endOf, RESTARTS } from './end-of-process.ts';

const API_MAIN = fileURLToPath(new URL('../../api/main.ts', import.meta.url));

/** The same as in `npm run api`: each arena of glibc's malloc keeps up to 64 MB after rendering pictures. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

interface Start {
  group: ProcessGroup;
  dataDir: string;
  /** A worker's environment, with all addresses. */
  env: Record<string, string>;
  /** The port. Unless `isPortGiven`, the port of the last start is preferred, and if both are taken, a free port is used. */
  port: number;
  isPortGiven: boolean;
  /** For links of the dashboard; null when unknown. */
  webUiUrl: string | null;
  /** The umask for the storage, where the API stores resized pictures. */
  umask: number;
  /** Called when the API has ended for good. */
  fail: (error: Error) => void;
  progress: (line: string) => void;
}

/** Starts the HTTP API as a separate process; resolves to its URL once it listens. */
export async function startApiProcess(start: Start): Promise<string> {
  const { group, dataDir, env, port, isPortGiven, webUiUrl, umask, fail, progress } = start;
  const wished = wishedPorts(dataDir, 'api', port);
  const chosen = isPortGiven ? port : await freePort({ preferred: wished });
  const logFile = join(dataDir, 'logs', 'api.log');
  const listening = Promise.withResolvers<string>();
  const managed = group.start({
    name: 'the API',
    command: process.execPath,
    args: [API_MAIN],
    env: {
      ...FEW_ARENAS,
      ...process.env,
      ...env,
      ...(webUiUrl === null ? {} : { TEMPORAL_UI_URL: webUiUrl }),
      API_PORT: String(chosen),
      LOG_LEVEL: talkativeLogLevel(),
    },
    logFile,
    umask,
    restart: RESTARTS,
    onStdoutLine: (line) => {
      const [, url] = /"url":"([^"]+)","msg":"listening"/.exec(line) ?? [];
      if (url !== undefined) listening.resolve(url);
    },
    onExit: ({ expected, willRestart, ...end }) => {
      if (expected || willRestart) return;
      const error = endOf('the API', { end, logTail: managed.logTail(), logFile });
      listening.reject(error);
      fail(error);
    },
  });
  const url = await withWait('Starting the API', progress, () => listening.promise);
  if (!isPortGiven) keepPort(start, { server: 'api', wished, port: chosen });
  // API_URL is the former name: scripts that read the file keep working for one more version.
  await writeWorkerEnv(dataDir, { ...env, CRAWLCHAIN_URL: url, API_URL: url });
  return url;
}
