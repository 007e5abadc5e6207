import { z } from '@hono/zod-openapi';

/**
 * Matches one character, but no control character, since a database accepts no NUL and a header no line end, and no lone surrogate. The
 * pattern means the same with and without the flag `u`.
 */
const PLAIN = String.raw`(?:[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])`;

/**
 * Returns the schema of a text that a person wrote, or of a name. @param lengths in characters, counted after trimming where `isTrimmed`
 */
export function plainText({
  least,
  most,
  isTrimmed = false,
}: {
  least: 0 | 1;
  most: number;
  isTrimmed?: boolean;
}) {
  const amount = least === 0 ? `at most ${most}` : `1 to ${most}`;
  const takes = `a text of ${amount} characters, none of them a control character`;
  const text = isTrimmed ? z.string({ error: takes }).trim() : z.string({ error: takes });
  // Each failed check stops the later ones, so that an error of a union with this schema says what each of its members takes.
  const abort = { abort: true };
  const bounded = least === 0 ? text : text.min(1, abort);
  return bounded
    .max(most, abort)
    .regex(new RegExp(`^${PLAIN}${least === 0 ? '*' : '+'}$`), abort)
    .openapi({ 'x-takes': takes });
}
