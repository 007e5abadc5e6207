import type { Context } from 'hono';
import { REASON_CHARACTERS_MAX } from '../domain/audit-outcome.ts';
import { scrubWords } from '../domain/credentials.ts';
import type { ApiEnv } from './api-env.ts';
import { Problem } from './problem.ts';

/** Headers are ASCII only; RFC 8187 encodes other characters, such as `UTF-8''caf%C3%A9`. */
const ENCODED = /^utf-8''(.*)$/i;

const CONTROL_CHARACTERS = /\p{Cc}/u;

/** The maximum length of the header: an encoded character takes at most 12 letters. */
export const REASON_HEADER_LENGTH_MAX = "UTF-8''".length + 12 * REASON_CHARACTERS_MAX;

/** The accepted values, for messages. */
export const REASON_TAKES = `a text of at most ${REASON_CHARACTERS_MAX} characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9`;

/** Reads the reason from `X-Reason`, without credentials; null when absent. @throws Problem `bad-input` */
export function readReason(c: Context<ApiEnv>): string | null {
  const given = c.req.header('X-Reason');
  if (given === undefined) return null;
  const reason = decoded(given);
  if (reason === null || CONTROL_CHARACTERS.test(reason)) throw refusal(`X-Reason takes ${REASON_TAKES}.`);
  if (reason.length > REASON_CHARACTERS_MAX)
    throw refusal(`X-Reason has ${reason.length} characters; it takes ${REASON_CHARACTERS_MAX}.`);
  return scrubWords(reason);
}

/** Undoes the encoding of RFC 8187, if there is one; null when it is invalid. */
function decoded(given: string): string | null {
  const encoded = ENCODED.exec(given)?.[1];
  if (encoded === undefined) return given;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function refusal(detail: string): Problem {
  return new Problem('bad-input', detail, { errors: [{ in: 'header', pointer: '/X-Reason', detail }] });
}
