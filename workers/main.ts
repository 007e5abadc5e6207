import { hostname } from 'node:os';
import { createLog } from '../observability/log.ts';
import { EnvironmentError, readEnvironment, type Environment } from '../config/environment.ts';
import { MigrationError } from '../db/migrate.ts';
import { TemporalUnreachable } from '../temporal-client/connect.ts';
import { runWorker, WorkerRefused } from './run-worker.ts';

/** Exit codes: 0 a wished shutdown, 1 a crash, 2 a start that was refused and would be refused again. */
const REFUSED = 2;
const CRASHED = 1;

const environment = readEnvironmentOrExit();
const worker = environment.WORKER_ID ?? `${hostname()}-${process.pid}`;
const log = createLog(environment.LOG_LEVEL, { worker });

try {
  await runWorker({ environment, worker, log });
  process.exit(0);
} catch (error) {
  const isRefusal =
    error instanceof WorkerRefused || error instanceof MigrationError || error instanceof TemporalUnreachable;
  if (isRefusal) log.error(error.message);
  else log.error({ err: error }, 'the worker crashed');
  process.exit(isRefusal ? REFUSED : CRASHED);
}

function readEnvironmentOrExit(): Environment {
  try {
    return readEnvironment();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(REFUSED);
  }
}
