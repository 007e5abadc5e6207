import { createHash } from 'node:crypto';
import { scrubApiKeys, scrubWords } from '../domain/credentials.ts';
import { storable } from '../domain/storable-text.ts';
import { isSecretField } from './secret-fields.ts';

/** The audit keeps this many characters from the start of a longer body. */
const BODY_CHARACTERS_MAX = 4_000;

/** The audit searches this many characters for credentials: a megabyte takes seconds. The ids of a bulk action fit in this limit. */
const CHECKED_CHARACTERS_MAX = 20_000;

interface LongBody {
  /** The length of the body as sent; `sha256` is of the same text. */
  characters: number;
  /** In hexadecimal; null where something was removed or not searched, since a password could be guessed by trying digests. */
  sha256: string | null;
  /** The JSON without its secrets, truncated. */
  beginning: string;
}

/** Returns a body as the audit keeps it: JSON without its secrets, truncated when long; null if the text is not JSON. */
export function bodyForAudit(text: string): { body: unknown } | null {
  const read = withoutSecrets(text);
  if (read === null) return null;
  if (text.length <= BODY_CHARACTERS_MAX) return { body: read.value };
  const body: LongBody = {
    characters: text.length,
    sha256: read.isClean ? createHash('sha256').update(text).digest('hex') : null,
    beginning: storable(JSON.stringify(read.value).slice(0, BODY_CHARACTERS_MAX)),
  };
  return { body };
}

interface WithoutSecrets {
  value: unknown;
  /** Whether the whole body was searched and no secret was found. */
  isClean: boolean;
}

function withoutSecrets(text: string): WithoutSecrets | null {
  let left = CHECKED_CHARACTERS_MAX;
  let isClean = true;
  const keptName = (name: string): string => {
    const scrubbed = scrubApiKeys(name);
    isClean &&= scrubbed === name;
    return storable(scrubbed);
  };
  try {
    const value = JSON.parse(text, (name, one: unknown) => {
      if (isSecretField(name) && one !== null) {
        isClean = false;
        return '***';
      }
      if (typeof one !== 'string') return withNames(one, keptName);
      const kept = firstWords(one, left);
      left = Math.max(0, left - one.length);
      const scrubbed = scrubWords(kept);
      // The part that was cut off may be secret too.
      isClean &&= scrubbed === one;
      return storable(scrubbed);
    }) as unknown;
    return { value, isClean };
  } catch {
    return null;
  }
}

/** Cuts a text, and drops the word at the cut: half a credential would not be recognized as one. */
function firstWords(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/\S+$/, '');
}

/** Cleans the property names: the database does not store every character that JSON allows. */
function withNames(value: unknown, keptName: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [keptName(name), one]));
}
