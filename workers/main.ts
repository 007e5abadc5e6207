import { hostname } from 'node:os';
import { createLog } from '../observability/log.ts';
import { EnvironmentError, readEnvironment, type Environment } from '../config/environment.ts';
import { MigrationError } from '../db/migrate.ts';
import { TemporalUnreachable } from '../temporal-client/connect.ts';
import { STOP_SIGNALS } from './install-runtime.ts';
import { readPodArguments, runPod } from './run-pod.ts';
import { runWorker } from './run-worker.ts';
import { WorkerRefused } from './worker-refused.ts';

/** Exit codes: 0 a wished shutdown, 1 a crash, 2 a start that was refused and would be refused again. */
const REFUSED = 2;
const CRASHED = 1;

const environment = readEnvironmentOrExit();
const pod = readPodArguments(process.argv.slice(2));
const worker = pod?.worker ?? environment.WORKER_ID ?? `${hostname()}-${process.pid}`;
const log = createLog(environment.LOG_LEVEL, { worker });

if (pod === null && environment.WORKERS_PER_POD > 1) {
  const children = runPod({ main: import.meta.filename, worker, count: environment.WORKERS_PER_POD, log });
  for (const signal of STOP_SIGNALS) process.on(signal, () => children.stop(signal));
  process.exit(await children.exitCode);
}

// Without its parent nobody would tell it to stop.
if (pod !== null) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

try {
  await runWorker({ environment, worker, slot: pod?.slot ?? 0, podPid: pod?.podPid ?? process.pid, log });
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
