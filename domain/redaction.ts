import { isFailureKind } from './errors.ts';
import type { CredentialValue } from './job-credential.ts';

/** Replaces secrets by `***` in whatever leaves the work that got them. */
export interface Redaction {
  /** From now on, replaces the texts of this value. */
  add: (value: CredentialValue) => void;
  text: (text: string) => string;
  /** Returns a value without the secrets: JSON as a copy, an error as the same object, so that its class still decides what happens. */
  redact: <Value>(value: Value) => Value;
}

/** A shorter text is not replaced: it would also be found where it is no secret. */
const SECRET_LENGTH_MIN = 6;

/** From this length on, a text may have been cut within a secret. */
const CUT_LENGTH_MIN = 500;

/** A value of more texts is no user name with its password, and its pairs would be too many to search for. */
const PAIRED_MAX = 20;

/** Code that checks values refuses those that are nested more deeply. What is below is replaced whole. */
const DEPTH_MAX = 100;

/**
 * Creates a redaction without secrets.
 * @param shown texts that everyone sees anyway, such as the account of a job: a user name may be the same
 */
export function createRedaction(shown: readonly (string | null)[] = []): Redaction {
  /** The longest first, since one may be part of another. */
  let forms: string[] = [];

  function text(given: string): string {
    let redacted = given;
    for (const form of forms) redacted = redacted.replaceAll(form, '***');
    if (given.length < CUT_LENGTH_MIN) return redacted;
    for (const form of forms) redacted = withoutCutEnd(redacted, form);
    return redacted;
  }

  function walk(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return forms.includes(String(value)) ? '***' : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > DEPTH_MAX) return '***';
    if (value instanceof Error) return redactError(value, depth);
    if (Array.isArray(value)) return value.map((one) => walk(one, depth + 1));
    if (![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), walk(one, depth + 1)]));
  }

  function redactError(error: Error, depth: number): Error {
    for (const name of Object.getOwnPropertyNames(error)) {
      const held: unknown = Reflect.get(error, name);
      // The kind decides what happens next, and may contain a word that somewhere is a secret.
      if (name === 'kind' && isFailureKind(held as string)) continue;
      Reflect.set(error, name, walk(held, depth + 1));
    }
    return error;
  }

  return {
    add(value) {
      const added = formsOf(value).filter(
        (form) => form.length >= SECRET_LENGTH_MIN && !shown.includes(form),
      );
      forms = [...new Set([...forms, ...added])].sort((a, b) => b.length - a.length);
    },
    text,
    redact: <Value>(value: Value) => (forms.length === 0 ? value : (walk(value, 0) as Value)),
  };
}

/** Returns the forms in which a value is usually written. */
function formsOf(value: CredentialValue): string[] {
  const texts = typeof value === 'string' ? [value] : Object.values(value);
  // As the header Authorization has them.
  const pairs =
    texts.length > PAIRED_MAX
      ? []
      : texts.flatMap((one) => texts.filter((other) => other !== one).map((other) => `${one}:${other}`));
  const lines = texts.flatMap((one) => one.split(/\r?\n/));
  return [
    ...pairs.map(base64),
    ...[...texts, ...lines].flatMap((one) => [
      base64(one),
      one,
      JSON.stringify(one).slice(1, -1),
      encodeURIComponent(one.toWellFormed()),
      encodeURIComponent(one.toWellFormed()).replaceAll('%20', '+'),
      // As a form has them, and a URL that was parsed.
      new URLSearchParams({ '': one }).toString().slice(1),
      ...partsOf(one),
    ]),
  ];
}

/** Returns a text as the query and the path of a URL have it, which encode little. */
function partsOf(text: string): string[] {
  const url = new URL('http://host/');
  url.search = text;
  url.pathname = text;
  return [url.search.slice(1), url.pathname.slice(1)];
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
}

/** Replaces the beginning of a secret at the end of a text. */
function withoutCutEnd(text: string, form: string): string {
  const beginning = form.slice(0, SECRET_LENGTH_MIN);
  const from = Math.max(0, text.length - form.length);
  for (let at = text.indexOf(beginning, from); at !== -1; at = text.indexOf(beginning, at + 1))
    if (form.startsWith(text.slice(at))) return `${text.slice(0, at)}***`;
  return text;
}
