import { z } from '@hono/zod-openapi';

/**
 * Returns the accepted values, as the message of a zod issue: `a whole number from 1 to 500`. Zod's own messages are for programmers, and
 * name only one of several bounds. A schema may override this with `error`.
 * @returns for unknown names, the known ones, comma-separated
 */
export function formatIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys')
    return issue.schema instanceof z.ZodObject ? Object.keys(issue.schema.shape).join(', ') : '';
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  if (issue.code === 'invalid_union' && Array.isArray(issue.options)) return oneOf(issue.options);
  if (issue.code === 'invalid_union')
    return [...new Set(issue.errors.map(([first]) => first?.message))].join(' or ');
  if (issue.code === 'invalid_type' && issue.expected === 'object') return 'a JSON object';
  return formatShape(z.toJSONSchema(issue.schema ?? z.unknown(), { io: 'input', unrepresentable: 'any' }));
}

function oneOf(values: readonly unknown[]): string {
  const names = values.map((value) => (value === '' ? 'nothing' : String(value)));
  return names.length > 2 ? `one of ${names.join(', ')}` : names.join(' or ');
}

function formatShape(shape: z.core.JSONSchema.BaseSchema): string {
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

function range({ minimum, maximum, exclusiveMinimum }: z.core.JSONSchema.BaseSchema): string {
  // The bound of ids is where numbers stop being exact; showing it helps nobody.
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
