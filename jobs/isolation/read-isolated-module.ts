import { z } from 'zod';
import type { JobFault } from '../find-job-faults.ts';
import { isReservedVariable, jobVariables } from '../../config/job-variables.ts';
import type { JobType } from '../job-type.ts';
import { checkTypes, JobTypesRefused, refuseMissingModule, refuseModule } from '../read-module.ts';
import type { TypeFacts } from './job-facts.ts';
import { createPayloadCheck } from './check-payload.ts';
import { runInProcess } from './run-in-process.ts';
import { findSandboxFault, HOW_TO_ISOLATE, placeOfModule } from './sandbox.ts';
import { startProcess, type IsolationSettings } from './start-process.ts';

/** A module that takes longer to load holds up the start of its worker. */
const DESCRIBE_MS_MAX = 60_000;

/** A type of a module, whose schema this process does not have. */
export interface IsolatedJobType extends JobType {
  /** The payload as JSON schema; null when zod cannot express it. */
  payloadSchema: Record<string, unknown> | null;
  /** Checks a payload in a process of its module. */
  findFaults(payload: unknown): Promise<JobFault[]>;
}

/** Whether the schema of a type is in another process. */
export function isIsolated(type: JobType): type is IsolatedJobType {
  return 'payloadSchema' in type;
}

/**
 * Reads the types of a module without running it here: a process of its own describes them, and each attempt of their jobs runs in
 * another one, which also checks the payload.
 * @throws JobTypesRefused
 */
export async function readIsolatedModule(
  path: string,
  settings: IsolationSettings,
): Promise<IsolatedJobType[]> {
  refuseMissingModule(path);
  const module = placeOfModule(path);
  const described = await describeModule(module, settings);
  const types = described.map(({ payloadSchema, ...facts }) => ({
    ...facts,
    payloadSchema: typeof payloadSchema === 'object' ? payloadSchema : null,
    payload: z.unknown(),
    run: () => undefined,
  }));
  const check = createPayloadCheck({ ...settings, module });
  checkTypes(path, types);
  return types.map((facts) => {
    const { name, env = [] } = facts;
    const reserved = env.find(isReservedVariable);
    if (reserved !== undefined)
      throw refuseModule(path, `env of ${name} has ${reserved}, which is for Crawlchain itself`);
    return {
      ...facts,
      findFaults: (payload) => check(name, payload),
      run: (job) => runInProcess({ ...settings, module, name, env: jobVariables(env) }, job),
    };
  });
}

const CANNOT_ISOLATE =
  'JOB_TYPES is set, and this machine does not let Crawlchain keep jobs from its network and files';

async function describeModule(module: string, settings: IsolationSettings): Promise<TypeFacts[]> {
  const { channel, failure, kill } = startProcess({ ...settings, env: jobVariables(), module, offers: {} });
  const timer = setTimeout(kill, DESCRIBE_MS_MAX);
  try {
    const types = await Promise.race([channel.call('describe', module), failure]);
    return Array.isArray(types) ? (types as TypeFacts[]) : [];
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'JobTypesRefused') throw new JobTypesRefused(message);
    const fault = settings.isolation === 'full' ? await findSandboxFault() : null;
    if (fault !== null) throw new JobTypesRefused(`${CANNOT_ISOLATE} (${fault}). ${HOW_TO_ISOLATE}`);
    throw refuseModule(module, `its types cannot be read: ${message.replace(/\.$/, '')}`, error);
  } finally {
    clearTimeout(timer);
    kill();
  }
}
