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
  return error.issues.flatMap((issue) => {
    const { path, message } = issue;
    // Each field that is not known has a place of its own.
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => wrongField(part, [...path, key], 'is not taken here'));
    return [wrongField(part, path, message)];
  });
}

function wrongField(part: WrongField['in'], path: PropertyKey[], message: string): WrongField {
  const name = path.join('.');
  const where = name === '' ? `The ${part}` : `${name} (${part})`;
  return { in: part, pointer: pointerTo(path), detail: `${where}: ${message}.` };
}

/** As RFC 6901 has it. */
function pointerTo(path: PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
