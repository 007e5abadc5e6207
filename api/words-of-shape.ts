import type { z } from '@hono/zod-openapi';
import type { PlainShape } from './shape.ts';

/** What values may be of which one of these shapes is asked: `a whole number from 1 to 500`. */
export function wordsOf(choices: PlainShape[]): string {
  const isListed = (shape: PlainShape) => shape.enum !== undefined && shape['x-takes'] === undefined;
  const listed = choices.filter(isListed).flatMap((shape) => shape.enum ?? []);
  const others = choices.filter((shape) => !isListed(shape)).map(wordsOfOne);
  const words = listed.length === 0 ? others : [oneOf(listed), ...others];
  return [...new Set(words)].join(' or ');
}

/** One of some values. */
export function oneOf(values: readonly z.core.util.Primitive[]): string {
  const words = [...new Set(values)]
    .filter((value) => value !== null)
    .map((value) => (value === '' ? 'nothing' : String(value)));
  return words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ');
}

function wordsOfOne(shape: PlainShape): string {
  if (shape['x-takes'] !== undefined) return shape['x-takes'];
  switch (shape.type) {
    case 'integer':
      return `a whole number${range(shape)}`;
    case 'number':
      return `a number${range(shape)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `a list${amount(shape.minItems, shape.maxItems, 'values')}`;
    case 'object':
      return 'a JSON object';
    default:
      return FORMATS[shape.format ?? ''] ?? `a text${amount(shape.minLength, shape.maxLength, 'characters')}`;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a time with its zone, such as 2026-01-31T08:00:00Z',
  date: 'a day, such as 2026-01-31',
  uuid: 'a UUID',
};

function range({ minimum, maximum, exclusiveMinimum }: PlainShape): string {
  // Ids end where numbers stop being exact, which is no bound that anybody meets.
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (exclusiveMinimum !== undefined)
    return ` above ${exclusiveMinimum}${most === undefined ? '' : `, at most ${most}`}`;
  if (minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER)
    return most === undefined ? '' : `, at most ${most}`;
  return most === undefined ? `, ${minimum} or more` : ` from ${minimum} to ${most}`;
}

function amount(least: number | undefined, most: number | undefined, of: string): string {
  if (most === undefined) return least === undefined || least === 0 ? '' : ` of ${least} or more ${of}`;
  return least === undefined || least === 0 ? ` of at most ${most} ${of}` : ` of ${least} to ${most} ${of}`;
}
