import type { ValidationTargets } from 'hono';
import type { z } from 'zod';
import type { WrongField } from './problem.ts';

const PARTS: Record<keyof ValidationTargets, WrongField['in']> = {
  json: 'body',
  form: 'body',
  query: 'query',
  param: 'path',
  header: 'header',
  cookie: 'header',
};

/** What a schema found wrong with a part of a request. */
export function wrongFields(target: keyof ValidationTargets, error: z.ZodError): WrongField[] {
  const part = PARTS[target];
  return error.issues.flatMap(faultsOf).map(({ path, message }) => {
    const name = path.join('.');
    const where = name === '' ? `The ${part}` : `${name} (${part})`;
    return { in: part, pointer: pointerTo(path), detail: `${where}: ${message}.` };
  });
}

interface Fault {
  path: PropertyKey[];
  message: string;
}

/** What is not known is wrong by itself, and not the whole that has it. */
function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const { code, path, message } = issue;
  if (code !== 'unrecognized_keys') return [{ path, message }];
  return issue.keys.map((key) => ({ path: [...path, key], message: 'is not taken here' }));
}

/** As RFC 6901 has it. */
function pointerTo(path: PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
