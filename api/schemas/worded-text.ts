import { z } from '@hono/zod-openapi';

/**
 * Returns the schema of a text, with a pattern for programs and, in errors and in the OpenAPI document, a description for people.
 * @param takes such as `the two letters of a state`
 */
export function wordedText(pattern: RegExp, takes: string) {
  return z.string({ error: takes }).regex(pattern, { abort: true }).openapi({ 'x-takes': takes });
}
