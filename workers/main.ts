import { hostname } from 'node:os';
import { JobTypesRefused } from '../jobs/read-module.ts';
import { createLog } from '../observability/log.ts';
import { loadEnvFile } from '../config/env-file.ts';
import { EnvironmentError, readEnvironment, type Environment } from '../config/environment.ts';
import { DatabaseUnreachable, MigrationError } from '../db/migrate.ts';
import { OtherInstance } from '../domain/instance.ts';
import { TemporalUnreachable } from '../temporal-client/connect.ts';
import { CRASHED, REFUSED } from './exit-codes.ts';
import { STOP_SIGNALS } from './install-runtime.ts';
import { readPodArguments, runPod } from './run-pod.ts';
import { runWorker } from './run-worker.ts';
import { WorkerRefused } from './worker-refused.ts';

const REFUSALS = [
  WorkerRefused,
  JobTypesRefused,
  EnvironmentError,
  DatabaseUnreachable,
  MigrationError,
  TemporalUnreachable,
  OtherInstance,
];

const { environment, misspelt } = readEnvironmentOrExit();
const pod = readPodArguments(process.argv.slice(2));
const worker = pod?.worker ?? environment.WORKER_ID ?? `${hostname()}-${process.pid}`;
const log = createLog(environment.LOG_LEVEL, { worker });
// The processes of a pod share the environment of their parent, which has already warned.
if (pod === null) for (const sentence of misspelt) log.warn(sentence);

if (pod === null && environment.WORKERS_PER_POD > 1) {
  const count = environment.WORKERS_PER_POD;
  const listen = (signalAll: (signal: NodeJS.Signals) => void): void => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => signalAll(signal));
  };
  process.exit(await runPod({ main: import.meta.filename, worker, count, listen, log }));
}

const onServing = stopWhileStarting();

// Without its parent, nothing would tell this process to stop.
if (pod !== null) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

try {
  const [slot, podPid] = [pod?.slot ?? 0, pod?.podPid ?? process.pid];
  process.exit(await runWorker({ environment, worker, slot, podPid, log, onServing }));
} catch (error) {
  const isRefusal = REFUSALS.some((kind) => error instanceof kind);
  // `npm start` reads this name, and restarts the worker if a refusal of that name may pass.
  if (isRefusal) log.error({ refusal: (error as Error).name }, (error as Error).message);
  else log.error({ err: error }, 'the worker crashed');
  process.exit(isRefusal ? REFUSED : CRASHED);
}

function readEnvironmentOrExit(): { environment: Environment; misspelt: string[] } {
  try {
    const warnings = loadEnvFile();
    return { environment: readEnvironment(), misspelt: warnings };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(REFUSED);
  }
}

/**
 * Exits with 0 on a stop signal before the worker serves: there is no work yet to finish or to hand back.
 * @returns a function that leaves the signals to the serving worker
 */
function stopWhileStarting(): () => void {
  const stop = (): never => {
    log.info('stopped while it was starting');
    process.exit(0);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  return () => STOP_SIGNALS.forEach((signal) => void process.off(signal, stop));
}
