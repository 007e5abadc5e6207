import type { z } from '@hono/zod-openapi';
import { nearestName } from './nearest-name.ts';
import type { WrongField } from './problem.ts';
import { choicesAt, type Shape } from './shape.ts';
import { oneOf, wordsOf } from './words-of-shape.ts';
import { isSecretField } from './secret-fields.ts';

/** A part of a request, and what it takes by the document. */
export interface GivenPart {
  in: WrongField['in'];
  /** Undefined: the document says nothing of it. */
  shape: Shape | undefined;
  /** The shapes that others name. */
  named: Record<string, Shape>;
  data: unknown;
}

/** More than a person reads are not told. */
const FAULTS_MAX = 20;

/**
 * What a schema found wrong with a part of a request, a sentence for each field: what it takes, and what was given. What
 * may be secret is not repeated. The library's own words are for programmers, so only those that a schema of ours gives
 * itself (`takes …`) are used.
 */
export function wrongFields(error: z.ZodError, part: GivenPart): WrongField[] {
  const faults = error.issues.slice(0, FAULTS_MAX).flatMap((issue) => faultsOf(issue, part));
  const first = new Map(faults.toReversed().map((fault) => [fault.pointer, fault]));
  return faults.filter((fault) => first.get(fault.pointer) === fault);
}

function faultsOf(issue: z.core.$ZodIssue, part: GivenPart): WrongField[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, FAULTS_MAX).map((key) => notTaken([...issue.path, key], part));
  const { path, value } = reach(part.data, issue.path);
  const takes = issue.code === 'custom' ? issue.message : `takes ${takenAt(path, issue, part)}`;
  const isMissing = value === undefined && path.length > 0;
  const got =
    path.some((step) => isSecretField(String(step))) || (issue.code === 'custom' && path.length === 0)
      ? ''
      : gotOf(value, part);
  return [faultAt(path, part, isMissing ? `is missing; it ${takes}` : `${takes}${got}`)];
}

/** As far as a path leads: a text of several words is one value, whose words have no place of their own. */
function reach(data: unknown, path: readonly PropertyKey[]): { path: PropertyKey[]; value: unknown } {
  let value = data;
  for (const [index, step] of path.entries()) {
    if (typeof value !== 'object' || value === null) return { path: path.slice(0, index), value };
    value = Object.hasOwn(value, step) ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }
  return { path: [...path], value };
}

function takenAt(
  path: PropertyKey[],
  issue: z.core.$ZodIssue,
  { shape = {}, named, data }: GivenPart,
): string {
  const choices = choicesAt(shape, { value: data, path, named });
  const isListed = choices.some((choice) => choice.enum !== undefined || choice['x-takes'] !== undefined);
  return issue.code === 'invalid_value' && !isListed ? oneOf(issue.values) : wordsOf(choices);
}

function notTaken(path: PropertyKey[], part: GivenPart): WrongField {
  const { shape = {}, named, data } = part;
  const choices = choicesAt(shape, { value: data, path: path.slice(0, -1), named });
  const names = [...new Set(choices.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const near = nearestName(String(path.at(-1)), names);
  const meant = near === null ? '' : `; did you mean ${near}?`;
  const taken = names.length === 0 ? 'Nothing is.' : `Taken are ${names.join(', ')}`;
  return faultAt(path, part, `is not taken here${meant === '' ? '.' : meant} ${taken}`);
}

const SHOWN_MAX = 80;

function faultAt(path: PropertyKey[], part: GivenPart, words: string): WrongField {
  const name = cut(path.join('.'));
  const where = name === '' ? `The ${part.in}` : `${name} (${part.in})`;
  return {
    in: part.in,
    pointer: pointerTo(path),
    detail: `${where} ${words}${words.endsWith('.') ? '' : '.'}`,
  };
}

function gotOf(value: unknown, part: GivenPart): string {
  if (Array.isArray(value) && part.in === 'query') return `, got ${value.length} of them: ${shown(value)}`;
  if (Array.isArray(value)) return `, got a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return ', got a JSON object';
  // An address may have a password before its @.
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

/** As RFC 6901 has it. */
function pointerTo(path: PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
