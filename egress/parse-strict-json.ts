const DEPTH_MAX = 64;

export type StrictJson = { ok: true; value: unknown } | { ok: false; reason: string };

/**
 * Parses JSON bytes and refuses what a menu API never sends: a byte order mark, invalid UTF-8, truncated or trailing data, and
 * nesting beyond 64 levels, which would overflow the stack of recursive code.
 */
export function parseStrictJson(body: Buffer): StrictJson {
  if (body.length === 0) return { ok: false, reason: 'the body is empty' };
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
    return { ok: false, reason: 'the body begins with a byte order mark' };
  }
  if (depthBeyond(body, DEPTH_MAX)) return { ok: false, reason: `nesting is deeper than ${DEPTH_MAX}` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error, body) };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

// Works on bytes before parsing: in UTF-8 these six characters are never part of another character.
function depthBeyond(body: Buffer, depthMax: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let position = 0; position < body.length; position += 1) {
    const byte = body[position];
    if (isInString) {
      if (byte === BACKSLASH) position += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) {
      isInString = true;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

// The engine's own message quotes the body, which belongs into the scrubbed sample and not into a message.
function reasonOf(error: unknown, body: Buffer): string {
  if (error instanceof TypeError) return 'the body is not UTF-8';
  const lastByte = body.subarray(-64).toString('latin1').trimEnd().at(-1);
  return lastByte === '}' || lastByte === ']'
    ? 'the body does not parse'
    : 'the body is cut short, or has data after the JSON';
}
