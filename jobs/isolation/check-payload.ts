import { jobVariables } from '../../config/job-variables.ts';
import type { JobFault } from '../find-job-faults.ts';
import { startProcess, type IsolationSettings, type JobProcess } from './start-process.ts';

/** Whoever requests a job waits for this check. */
const CHECK_MS_MAX = 5_000;

/** A process that nobody needed for this long ends: it has the memory of a Node program. */
const IDLE_MS_MAX = 60_000;

/** The most faults of one payload that are passed on, and the longest message. */
const FAULTS_MAX = 100;
const MESSAGE_LENGTH_MAX = 2_000;

/** Checks the payload of a job of a type. A schema that crashes its process, or takes too long, is a fault, too. */
export type PayloadCheck = (name: string, payload: unknown) => Promise<JobFault[]>;

/** Creates the check of the payloads of a module's types. One process does it, is kept for the next ones, and is replaced if it ends. */
export function createPayloadCheck(settings: IsolationSettings & { module: string }): PayloadCheck {
  const { module } = settings;
  let kept: JobProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = (checking: JobProcess | null): void => {
    checking?.kill();
    if (kept === checking) kept = null;
  };
  return async (name, payload) => {
    clearTimeout(idle);
    kept ??= startProcess({ ...settings, env: jobVariables(), offers: {} });
    const checking = kept;
    const { promise: tooLong, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`it took more than ${CHECK_MS_MAX} ms`)), CHECK_MS_MAX);
    try {
      const faults = checking.channel.call('check', module, name, payload);
      return faultsOf(await Promise.race([faults, checking.failure, tooLong]));
    } catch (error) {
      end(checking);
      const message = error instanceof Error ? error.message : String(error);
      return [
        { path: ['payload'], message: `does not fit: its schema broke: ${message.replace(/\.$/, '')}` },
      ];
    } finally {
      clearTimeout(timer);
      clearTimeout(idle);
      idle = setTimeout(() => end(kept), IDLE_MS_MAX).unref();
    }
  };
}

/** Reads the answer of a process, which may be anything. */
function faultsOf(answer: unknown): JobFault[] {
  if (!Array.isArray(answer)) throw new Error('its process sent no list of faults');
  return answer.slice(0, FAULTS_MAX).map((fault: unknown) => {
    const { path, message } = Object(fault) as Partial<Record<keyof JobFault, unknown>>;
    const [, ...rest] = Array.isArray(path) ? path.map(String) : [];
    return { path: ['payload', ...rest], message: String(message).slice(0, MESSAGE_LENGTH_MAX) };
  });
}
