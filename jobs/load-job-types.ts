import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JOB_TYPE_NAME, JOB_TYPE_NAME_TAKES, JOB_WORD, JOB_WORD_TAKES } from '../domain/job.ts';
import { isTitled, jobTitle } from '../domain/job-title.ts';
import type { JobType } from './job-type.ts';
import { defaultType } from './built-in/default.ts';
import { downloadMedia } from './built-in/download-media.ts';
import { dummy } from './built-in/dummy.ts';
import { echo } from './built-in/echo.ts';
import { retryPolicyFault } from './retry-policy.ts';

/** Thrown when a module of job types cannot be used; the message says which module and why. */
export class JobTypesRefused extends Error {
  override name = 'JobTypesRefused';
}

/** The job types by name. */
export type JobTypes = ReadonlyMap<string, JobType>;

/** The built-in types. */
const OWN_TYPES = [downloadMedia, defaultType, echo, dummy];

/**
 * Loads the job types: the built-in ones and those of the operator's modules. Each module exports `jobTypes`, a list of results
 * of `defineJobType`.
 * @param paths the modules' paths; relative paths are resolved from the working directory
 * @throws JobTypesRefused
 */
export async function loadJobTypes(paths: readonly string[] = []): Promise<JobTypes> {
  const types = new Map(OWN_TYPES.map((type) => [type.name, type]));
  for (const path of paths) {
    for (const type of await typesIn(path)) {
      if (types.has(type.name)) throw refused(path, `it names ${type.name}, which another one has`);
      const title = jobTitle(type);
      const other = [...types.values()].find((known) => isTitled(known, title));
      if (other !== undefined)
        throw refused(path, `the title ${JSON.stringify(title)} of ${type.name} leads to ${other.name}`);
      types.set(type.name, type);
    }
  }
  return types;
}

/** Refuses modules that do not exist, without running the others. @throws JobTypesRefused */
export function refuseMissingModules(paths: readonly string[] = []): void {
  const missing = paths.find((path) => !existsSync(resolve(path)));
  if (missing !== undefined) throw refused(missing, 'there is no such file');
}

async function typesIn(path: string): Promise<JobType[]> {
  const module = await load(path);
  const list: unknown = Object(module)['jobTypes'];
  if (!Array.isArray(list)) throw refused(path, 'it exports no list `jobTypes`');
  list.forEach((type: unknown, place) => {
    const fault = faultOf(type);
    if (fault !== null) throw refused(path, `${fault} in its type ${place + 1}`);
  });
  return list as JobType[];
}

async function load(path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    throw refused(
      path,
      `it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

function faultOf(type: unknown): string | null {
  const { name, title, about, payload, retry, obeysRobots, run } = Object(type) as Partial<
    Record<keyof JobType, unknown>
  >;
  if (typeof name !== 'string' || !JOB_TYPE_NAME.test(name))
    return `name is ${JSON.stringify(name) ?? 'missing'}, and takes ${JOB_TYPE_NAME_TAKES},`;
  if (title !== undefined && !(typeof title === 'string' && JOB_WORD.test(title)))
    return `title is ${JSON.stringify(title)}, and takes ${JOB_WORD_TAKES},`;
  if (typeof about !== 'string' || about === '') return 'about takes a sentence';
  if (typeof Object(payload)['safeParse'] !== 'function') return 'payload takes a schema of zod';
  const retryFault = retry === undefined ? null : retryPolicyFault(retry);
  if (retryFault !== null) return `retry${retryFault}`;
  if (obeysRobots !== undefined && typeof obeysRobots !== 'boolean') return 'obeysRobots takes true or false';
  return typeof run === 'function' ? null : 'run takes a function';
}

function refused(path: string, why: string, cause?: unknown): JobTypesRefused {
  return new JobTypesRefused(`JOB_TYPES: ${path} cannot be used: ${why}.`, { cause });
}
