import pLimit from 'p-limit';
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

/** How many payloads are checked alone at once, each in a process of its own. */
const ALONE_AT_ONCE = 4;

/** Checks the payload of a job of a type. A schema that crashes its process, or takes too long, is a fault, too. */
export type PayloadCheck = (name: string, payload: unknown) => Promise<JobFault[]>;

/** A process that checks payloads, and how many it was given. */
interface Checker {
  process: JobProcess;
  given: number;
}

/**
 * Creates the check of the payloads of a module's types. One process does it, is kept for the next ones, and is replaced if it ends. A
 * payload that it was given together with others is then checked alone, since another one may have ended it.
 */
export function createPayloadCheck(settings: IsolationSettings & { module: string }): PayloadCheck {
  let kept: Checker | null = null;
  let open = 0;
  let idle: NodeJS.Timeout | undefined;
  const slots = pLimit(ALONE_AT_ONCE);
  const start = (): JobProcess => startProcess({ ...settings, env: jobVariables(), offers: {} });
  const end = (checker: Checker | null): void => {
    checker?.process.kill();
    if (kept === checker) kept = null;
  };
  const checkInKept = async (work: Work): Promise<JobFault[] | null> => {
    kept ??= { process: start(), given: 0 };
    const checker = kept;
    // Only those that are open at the same time can end each other.
    if (open === 0) checker.given = 0;
    open += 1;
    checker.given += 1;
    try {
      return await check(checker.process, work);
    } catch (error) {
      end(checker);
      return checker.given === 1 ? [brokenSchema(error)] : null;
    } finally {
      open -= 1;
    }
  };
  const checkAlone = async (work: Work): Promise<JobFault[]> => {
    const own = start();
    try {
      return await check(own, work);
    } catch (error) {
      return [brokenSchema(error)];
    } finally {
      own.kill();
    }
  };
  return async (name, payload) => {
    clearTimeout(idle);
    const work = { module: settings.module, name, payload };
    try {
      return (await checkInKept(work)) ?? (await slots(() => checkAlone(work)));
    } finally {
      clearTimeout(idle);
      idle = setTimeout(() => end(kept), IDLE_MS_MAX).unref();
    }
  };
}

interface Work {
  module: string;
  name: string;
  payload: unknown;
}

/** @throws Error when the schema crashes its process, or takes too long */
async function check({ channel, failure }: JobProcess, { module, name, payload }: Work): Promise<JobFault[]> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it took more than ${CHECK_MS_MAX} ms`)), CHECK_MS_MAX);
  try {
    return faultsOf(await Promise.race([channel.call('check', module, name, payload), failure, tooLong]));
  } finally {
    clearTimeout(timer);
  }
}

function brokenSchema(error: unknown): JobFault {
  const message = error instanceof Error ? error.message : String(error);
  return { path: ['payload'], message: `does not fit: its schema broke: ${message.replace(/\.$/, '')}` };
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
