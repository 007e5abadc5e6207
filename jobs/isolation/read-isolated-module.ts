import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { isReservedVariable, jobVariables } from '../../config/job-variables.ts';
import type { JobType } from '../job-type.ts';
import { JobTypesRefused, refuseModule } from '../read-module.ts';
import type { TypeFacts } from './job-facts.ts';
import { runInProcess } from './run-in-process.ts';
import { startProcess } from './start-process.ts';

/** A module that takes longer to load holds up the start of its worker. */
const DESCRIBE_MS_MAX = 60_000;

/** How the processes of jobs run. */
export interface IsolationSettings {
  /** The memory that one process may use. */
  memoryMb: number;
}

/**
 * Reads the types of a module without running it here: a process of its own describes them, and each attempt of their jobs runs in
 * another one, which also checks the payload.
 * @throws JobTypesRefused
 */
export async function readIsolatedModule(path: string, { memoryMb }: IsolationSettings): Promise<JobType[]> {
  const absolute = resolve(path);
  const described = await describeModule(absolute, memoryMb);
  return described.map((facts) => {
    const { name, env = [] } = facts;
    const reserved = env.find(isReservedVariable);
    if (reserved !== undefined)
      throw refuseModule(path, `env of ${name} has ${reserved}, which is for Crawlchain itself`);
    return {
      ...facts,
      payload: z.unknown(),
      run: (job) => runInProcess({ path: absolute, name, env: jobVariables(env), memoryMb }, job),
    };
  });
}

async function describeModule(path: string, memoryMb: number): Promise<TypeFacts[]> {
  const { channel, failure, kill } = startProcess({
    env: jobVariables(),
    cwd: dirname(path),
    memoryMb,
    offers: {},
  });
  const timer = setTimeout(kill, DESCRIBE_MS_MAX);
  try {
    return (await Promise.race([channel.call('describe', path), failure])) as TypeFacts[];
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'JobTypesRefused') throw new JobTypesRefused(message);
    throw refuseModule(path, `its types cannot be read: ${message.replace(/\.$/, '')}`, error);
  } finally {
    clearTimeout(timer);
    kill();
  }
}
