import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { Problem } from './problem.ts';

/**
 * Describes what is wrong with a body that the library refused; null when the error is not about the body, or does not come from the
 * library.
 */
export async function bodyProblem(error: unknown, c: Context): Promise<Problem | null> {
  if (!(error instanceof HTTPException)) return null;
  if (error.status === 415) return notJson(c.req.header('Content-Type'), error);
  // The library has no error code for malformed JSON.
  if (error.status !== 400 || !error.message.startsWith('Malformed JSON')) return null;
  const fault = faultOf(await c.req.text());
  const detail = `The body is not JSON: ${fault}.`;
  return new Problem('bad-input', detail, {
    errors: [{ in: 'body', pointer: '', detail }],
    cause: error,
  });
}

function notJson(contentType: string | undefined, cause: HTTPException): Problem {
  const got = contentType === undefined ? 'none' : JSON.stringify(contentType.slice(0, 80));
  const detail = `The body has to be JSON: send Content-Type: application/json, got ${got}.`;
  return new Problem('not-json', detail, { cause });
}

/** Finding a fault's position parses many prefixes of the body; for longer bodies that takes too long. */
const SEARCHED_MAX = 100_000;

/** Describes the fault without quoting the body, which may be secret. */
function faultOf(text: string): string {
  if (text.trim() === '') return 'it is empty';
  if (text.length > SEARCHED_MAX) return 'it cannot be read';
  const length = soundLength(text);
  if (length === text.length) return 'it ends too early';
  const before = text.slice(0, length).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} is wrong`;
}

/** Returns the length of the longest prefix that JSON could begin with. The parser reports a position only for some faults. */
function soundLength(text: string): number {
  let sound = 0;
  let unsound = text.length + 1;
  while (unsound - sound > 1) {
    const middle = Math.floor((sound + unsound) / 2);
    if (isBeginning(text.slice(0, middle))) sound = middle;
    else unsound = middle;
  }
  return sound;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const at = /at position (\d+)/.exec(error.message)?.[1];
    return at === undefined ? /unexpected end/i.test(error.message) : Number(at) >= text.length;
  }
}
