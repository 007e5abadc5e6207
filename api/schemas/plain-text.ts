import { z } from '@hono/zod-openapi';

/** No control characters: a database takes no NUL, and a header no line end. No half of a pair, either. It means the same with and without the flag `u`. */
const PLAIN = String.raw`(?:[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])`;

/** Words of a person, or a name. @param lengths in characters, after spaces at both ends are cut off where it is trimmed */
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
  // Each check ends the others, so that a union of which this is a part says all that it takes.
  const abort = { abort: true };
  const bounded = least === 0 ? text : text.min(1, abort);
  return bounded
    .max(most, abort)
    .regex(new RegExp(`^${PLAIN}${least === 0 ? '*' : '+'}$`), abort)
    .openapi({ 'x-takes': takes });
}
