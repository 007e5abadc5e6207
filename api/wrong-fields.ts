import type { z } from '@hono/zod-openapi';
import { nearestName } from '../domain/nearest-name.ts';
import type { WrongField } from './problem.ts';
import { isSecretField } from './secret-fields.ts';
import { formatIssue } from './format-issue.ts';

/** A part of a request, and its schema. */
export interface GivenPart {
  in: WrongField['in'];
  schema: z.ZodType;
  data: unknown;
  /** Whether no value of it may be repeated. */
  isSecret?: boolean;
}

/** The most faults that are described; a person does not read more. */
const FAULTS_MAX = 20;

/**
 * Describes the faults of a part of a request, a sentence for each field: what it takes, and what was given. Values that may be
 * secret are not repeated.
 */
export function wrongFields(part: GivenPart): WrongField[] {
  const issues = part.schema.safeParse(part.data, { error: formatIssue }).error?.issues ?? [];
  const faults = issues.slice(0, FAULTS_MAX).flatMap((issue) => faultsOf(issue, part));
  const first = new Map(faults.toReversed().map((fault) => [fault.pointer, fault]));
  return faults.filter((fault) => first.get(fault.pointer) === fault);
}

function faultsOf(issue: z.core.$ZodIssue, part: GivenPart): WrongField[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, FAULTS_MAX)
      .map((key) => faultAt([...issue.path, key], part, notTaken(key, issue.message)));
  const { path, value } = reach(part.data, issue.path);
  if (value === undefined && path.length > 0)
    return [faultAt(path, part, `is missing; it takes ${issue.message}`)];
  const isSecret = part.isSecret === true || path.some((step) => isSecretField(String(step)));
  const got = isSecret || (issue.code === 'custom' && path.length === 0) ? '' : gotOf(value, part);
  return [faultAt(path, part, `takes ${issue.message}${got}`)];
}

/** Follows a path as far as it leads: a list written as one text is one value, whose words have no path. */
function reach(data: unknown, path: readonly PropertyKey[]): { path: PropertyKey[]; value: unknown } {
  let value = data;
  for (const [index, step] of path.entries()) {
    if (typeof value !== 'object' || value === null) return { path: path.slice(0, index), value };
    value = Object.hasOwn(value, step) ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }
  return { path: [...path], value };
}

/** @param names the accepted names, comma-separated */
function notTaken(given: string, names: string): string {
  if (names === '') return 'is not taken here. Nothing is';
  const near = nearestName(given, names.split(', '));
  return `is not taken here${near === null ? '.' : `; did you mean ${near}?`} Accepted are ${names}`;
}

const SHOWN_MAX = 80;

function faultAt(path: PropertyKey[], part: GivenPart, text: string): WrongField {
  const name = cut(path.join('.'));
  const where = name === '' ? `The ${part.in}` : `${name} (${part.in})`;
  return {
    in: part.in,
    pointer: pointerTo(path),
    detail: `${where} ${text}.`,
  };
}

function gotOf(value: unknown, part: GivenPart): string {
  if (Array.isArray(value) && part.in === 'query') return `, got ${value.length} of them: ${shown(value)}`;
  if (Array.isArray(value)) return `, got a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return ', got a JSON object';
  // An address may have a password before its @, so such a value is not repeated.
  if (typeof value === 'string' && value.includes('@')) return '';
  const got = `, got ${typeof value === 'string' ? shown([value]) : String(value)}`;
  const isZoneLost = part.in === 'query' && typeof value === 'string' && /T[\d:.]+ \d\d:\d\d$/.test(value);
  return isZoneLost ? `${got}; in a URL, + is written %2B` : got;
}

function shown(values: unknown[]): string {
  return values.map((value) => JSON.stringify(cut(String(value)))).join(' and ');
}

function cut(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** Writes a JSON pointer (RFC 6901). */
function pointerTo(path: PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
