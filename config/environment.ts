import type { z } from 'zod';
import { API_VARIABLES } from './api-variables.ts';
import { CRAWL_VARIABLES } from './crawl-variables.ts';
import { SERVER_VARIABLES } from './server-variables.ts';
import type { Variable } from './variable.ts';
import { WORKER_VARIABLES } from './worker-variables.ts';

/** Every environment variable that Crawlchain reads. `.env.example` and the reference page are made from this. */
export const VARIABLES = {
  ...SERVER_VARIABLES,
  ...CRAWL_VARIABLES,
  ...WORKER_VARIABLES,
  ...API_VARIABLES,
} as const;

type Variables = typeof VARIABLES;
type VariableName = keyof Variables;
type ValueOf<Name extends VariableName> = z.output<Variables[Name]['schema']>;
type HasFallback<Name extends VariableName> = Variables[Name] extends { fallback: string } ? true : false;

/** The environment as one checked value. Variables without a fallback are undefined when not set. */
export type Environment = {
  [Name in VariableName]: HasFallback<Name> extends true ? ValueOf<Name> : ValueOf<Name> | undefined;
};

/** Thrown when a variable has a wrong value; the message has one line for each. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/**
 * Reads and checks the environment. An empty variable counts as not set.
 * @throws EnvironmentError naming each wrong variable, what it got and what it takes.
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  const values: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [name, definition] of Object.entries(VARIABLES) as [VariableName, Variable][]) {
    const given = source[name]?.trim() ? source[name] : definition.fallback;
    if (given === undefined) continue;
    const parsed = definition.schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else {
      const shown = definition.secret ? 'a value that is not shown' : JSON.stringify(given);
      complaints.push(`${name} is ${shown}; it takes ${definition.takes}`);
    }
  }
  if (complaints.length > 0) throw new EnvironmentError(complaints.join('\n'));
  return values as Environment;
}
