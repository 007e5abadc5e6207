import { z } from '@hono/zod-openapi';

/**
 * A text with a pattern for programs, and a description for people in errors and in the document.
 * @param takes such as `the two letters of a state`
 */
export function wordedText(pattern: RegExp, takes: string) {
  return z.string({ error: takes }).regex(pattern, { abort: true }).openapi({ 'x-takes': takes });
}
