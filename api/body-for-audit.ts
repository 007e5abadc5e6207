import { createHash } from 'node:crypto';
import { scrubApiKeys, scrubWords } from '../domain/credentials.ts';
import { storable } from '../domain/storable-text.ts';
import { isSecretField } from './secret-fields.ts';

/** Of a longer body the audit keeps so much of the beginning. */
const BODY_CHARACTERS_MAX = 4_000;

/** So much is looked through for credentials: a megabyte takes seconds. The ids of a bulk action are no more. */
const CHECKED_CHARACTERS_MAX = 20_000;

interface LongBody {
  /** Of the body as it was sent, like `sha256`. */
  characters: number;
  /** In hexadecimal digits; null where something was taken out, or not looked at: a password could be guessed until the digest fits. */
  sha256: string | null;
  /** The JSON without its secrets, cut. */
  beginning: string;
}

/** A body as the audit keeps it: JSON without its secrets, and of much JSON the beginning. @returns null: it is no JSON */
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
  /** All of it was looked at, and nothing secret was found. */
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
      // Also what was cut off may be secret.
      isClean &&= scrubbed === one;
      return storable(scrubbed);
    }) as unknown;
    return { value, isClean };
  } catch {
    return null;
  }
}

/** Without the word that is cut: half a credential does not look like one. */
function firstWords(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/\S+$/, '');
}

/** What a caller may send, a database need not take. */
function withNames(value: unknown, keptName: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [keptName(name), one]));
}
