import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JOB_TYPE_NAME, JOB_TYPE_NAME_TAKES, JOB_WORD, JOB_WORD_TAKES } from '../domain/job.ts';
import type { JobType } from './job-type.ts';
import { retryPolicyFault } from './retry-policy.ts';

/** Thrown when a module of job types cannot be used; the message says which module and why. */
export class JobTypesRefused extends Error {
  override name = 'JobTypesRefused';
}

/** Creates the refusal of a module. */
export function refuseModule(path: string, why: string, cause?: unknown): JobTypesRefused {
  return new JobTypesRefused(`JOB_TYPES: ${path} cannot be used: ${why}.`, { cause });
}

/** Refuses a module that does not exist. @throws JobTypesRefused */
export function refuseMissingModule(path: string): void {
  if (!existsSync(resolve(path))) throw refuseModule(path, 'there is no such file');
}

/** Runs a module of job types, and checks what it exports. @throws JobTypesRefused */
export async function readModule(path: string): Promise<JobType[]> {
  return checkTypes(path, Object(await load(path))['jobTypes']);
}

/** Checks the types of a module. @throws JobTypesRefused */
export function checkTypes(path: string, list: unknown): JobType[] {
  if (!Array.isArray(list)) throw refuseModule(path, 'it exports no list `jobTypes`');
  list.forEach((type: unknown, place) => {
    const fault = faultOf(type);
    if (fault !== null) throw refuseModule(path, `${fault} in its type ${place + 1}`);
  });
  return list as JobType[];
}

async function load(path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refuseModule(path, `it cannot be loaded: ${why}`, error);
  }
}

function faultOf(type: unknown): string | null {
  const { name, title, about, payload, run, ...more } = Object(type) as Partial<
    Record<keyof JobType, unknown>
  >;
  if (typeof name !== 'string' || !JOB_TYPE_NAME.test(name))
    return `name is ${JSON.stringify(name) ?? 'missing'}, and takes ${JOB_TYPE_NAME_TAKES},`;
  if (title !== undefined && !(typeof title === 'string' && JOB_WORD.test(title)))
    return `title is ${JSON.stringify(title)}, and takes ${JOB_WORD_TAKES},`;
  if (typeof about !== 'string' || about === '') return 'about takes a sentence';
  if (typeof Object(payload)['safeParse'] !== 'function') return 'payload takes a schema of zod';
  if (typeof run !== 'function') return 'run takes a function';
  return behaviourFault(more) ?? isolationFault(more);
}

function behaviourFault({
  retry,
  egress = 'proxied',
  obeysRobots,
}: Partial<Record<keyof JobType, unknown>>): string | null {
  const fault = retry === undefined ? null : retryPolicyFault(retry);
  if (fault !== null) return `retry${fault}`;
  if (egress !== 'proxied' && egress !== 'direct') return 'egress takes proxied or direct';
  return obeysRobots === undefined || typeof obeysRobots === 'boolean'
    ? null
    : 'obeysRobots takes true or false';
}

function isolationFault({ isolation = 'process', env = [] }: Partial<Record<keyof JobType, unknown>>) {
  if (isolation !== 'process')
    return `isolation is ${JSON.stringify(isolation)}, and takes process, the only one that modules may have,`;
  const isList = Array.isArray(env) && env.every((name) => typeof name === 'string');
  return isList ? null : 'env takes a list of names of variables';
}
