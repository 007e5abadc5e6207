import type { z } from 'zod';
import { API_VARIABLES } from './api-variables.ts';
import { CRAWL_VARIABLES } from './crawl-variables.ts';
import { KUBERNETES_VARIABLES } from './kubernetes-variables.ts';
import { LEGACY_VARIABLES } from './legacy-variables.ts';
import { SERVER_VARIABLES } from './server-variables.ts';
import type { Variable } from './variable.ts';
import { WORKER_VARIABLES } from './worker-variables.ts';

/** Every environment variable that Crawlchain reads. `.env.example` and the reference page are generated from this. */
export const VARIABLES = {
  ...SERVER_VARIABLES,
  ...CRAWL_VARIABLES,
  ...WORKER_VARIABLES,
  ...API_VARIABLES,
  ...KUBERNETES_VARIABLES,
  ...LEGACY_VARIABLES,
} as const;

/** Variables of earlier versions, and what to do when one is still set. */
const REMOVED_VARIABLES: Readonly<Record<string, string>> = {
  HTTP_TRANSPORT: 'wreq-js sends all requests, so unset it',
};

/** The former name of each renamed variable. The former name is still read for one more version. */
const RENAMED_VARIABLES: Readonly<Record<string, string>> = { CRAWLCHAIN_URL: 'API_URL' };

/**
 * Names of removed variables, and former names of renamed ones. A removed variable that is set causes a message; a former name
 * still sets its variable.
 */
export const FORMER_NAMES: readonly string[] = [
  ...Object.values(RENAMED_VARIABLES),
  ...Object.keys(REMOVED_VARIABLES),
];

type Variables = typeof VARIABLES;
type VariableName = keyof Variables;
type ValueOf<Name extends VariableName> = z.output<Variables[Name]['schema']>;
type HasFallback<Name extends VariableName> = Variables[Name] extends { fallback: string } ? true : false;

/** The environment as one checked value. Variables without a fallback are undefined when not set. */
export type Environment = {
  [Name in VariableName]: HasFallback<Name> extends true ? ValueOf<Name> : ValueOf<Name> | undefined;
};

/** Thrown when variables have wrong values; the message has a line for each of them. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/**
 * Reads and checks the environment. An empty variable counts as not set.
 * @throws EnvironmentError naming each wrong variable, what it got and what it takes.
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  const { environment, complaints } = examineEnvironment(source);
  if (complaints.length > 0) throw new EnvironmentError(complaints.join('\n'));
  return environment;
}

/** Reads the environment. Treats wrong variables as not set, and returns a line about each of them. */
export function examineEnvironment(source: Record<string, string | undefined> = process.env): {
  environment: Environment;
  complaints: string[];
} {
  const values: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [name, definition] of Object.entries(VARIABLES) as [VariableName, Variable][]) {
    const { schema, fallback } = definition;
    if (fallback !== undefined) values[name] = schema.parse(fallback);
    const given = givenValue(name, source);
    if (given === undefined) continue;
    const parsed = schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else complaints.push(complaintAbout(name, definition, given));
  }
  for (const [name, advice] of Object.entries(REMOVED_VARIABLES))
    if (source[name]?.trim()) complaints.push(`${name} is set and no longer read; ${advice}`);
  return { environment: values as Environment, complaints };
}

/** Returns the value that a variable has under its name, else under its former name. Empty values count as not set. */
function givenValue(name: string, source: Record<string, string | undefined>): string | undefined {
  return [name, RENAMED_VARIABLES[name] ?? ''].map((one) => source[one]).find((value) => value?.trim());
}

/** Whether a variable is set, even to its default. */
export function isGiven(
  name: VariableName,
  source: Record<string, string | undefined> = process.env,
): boolean {
  return givenValue(name, source) !== undefined;
}

/**
 * Sets variables in the environment of this process, so that libraries see them too. A variable that is already set keeps its
 * value.
 * @param replaced the names whose values are replaced even if they are set
 */
export function fillEnvironment(values: Record<string, string>, replaced: readonly string[]): void {
  for (const [name, value] of Object.entries(values))
    if (replaced.includes(name) || givenValue(name, process.env) === undefined) process.env[name] = value;
}

function complaintAbout(name: string, { secret, takes }: Variable, given: string): string {
  const shown = secret ? 'a value that is not shown' : JSON.stringify(given);
  return `${name} is ${shown}; it takes ${takes}`;
}
