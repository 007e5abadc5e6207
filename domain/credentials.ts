/** Up to the last @ before the path: an unencoded password may itself contain an @. */
const USER_INFO = /[\\/]{2}[^\s/?#\\"<>]*@/g;

/** Names of parameters that carry a credential that lasts. */
const SECRET_NAMES =
  'password|passwd|pwd|secret|client_secret|token|access_token|auth_token|refresh_token|api_?key|access_?key|auth';

/** Names of parameters that let in whoever knows the URL, mostly for a while. */
const SIGNATURE_NAMES =
  'sig|signature|x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature';

const SECRET_PARAMETER = new RegExp(`([?&;](?:${SECRET_NAMES}))=([^&;#\\s"<>]+)`, 'gi');
const SIGNATURE_PARAMETER = new RegExp(`([?&;](?:${SIGNATURE_NAMES}))=([^&;#\\s"<>]+)`, 'gi');

/** Credentials as people write and paste them: a named secret, a header, a key of our API. */
const NAMED_SECRET = /\b((?:password|passwd|pwd|secret|token|api[_ -]?key)["']?\s*[=:]\s*)["']?[^\s"'&;,]+/gi;
const HEADER_SECRET = /\b(bearer\s+|authorization\s*:\s*\w+\s+)[\w.~+/=-]{8,}/gi;
const OWN_KEY = /\bcc_[0-9a-f]{12}_[\w-]{43}/g;

/** Replaces the credentials of every URL in a text by `***`: failure texts and payloads are kept and shown in the clear. */
export function scrubCredentials(text: string): string {
  return text
    .replaceAll(USER_INFO, '//***@')
    .replaceAll(SECRET_PARAMETER, '$1=***')
    .replaceAll(SIGNATURE_PARAMETER, '$1=***');
}

/** Replaces what looks like a credential by `***` in words of a person, such as a reason for the audit. */
export function scrubWords(text: string): string {
  return scrubCredentials(text)
    .replaceAll(NAMED_SECRET, '$1***')
    .replaceAll(HEADER_SECRET, '$1***')
    .replaceAll(OWN_KEY, 'cc_***');
}

/** A JSON value whose texts have gone through `scrubCredentials`. */
export function scrubJson<Value>(value: Value): Value {
  const scrub = (one: unknown): unknown => {
    if (typeof one === 'string') return scrubCredentials(one);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(scrub);
    return Object.fromEntries(
      Object.entries(one).map(([name, held]) => [scrubCredentials(name), scrub(held)]),
    );
  };
  return scrub(value) as Value;
}

/** Credentials in a value that is kept in the clear. */
export interface FoundCredentials {
  /** The way to the text that has them. */
  path: string[];
  /** What was found, without repeating it. */
  what: string;
}

/**
 * Finds the first URL with credentials that last. Signatures are let pass: they are good for one file, and a file that is
 * shared so can be had in no other way.
 * @param value JSON of a limited depth
 */
export function findCredentials(value: unknown, path: string[] = []): FoundCredentials | null {
  if (typeof value === 'string') {
    const what = credentialsIn(value);
    return what === null ? null : { path, what };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, held] of Object.entries(value)) {
    const what = credentialsIn(name);
    if (what !== null) return { path, what };
    const found = findCredentials(held, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}

function credentialsIn(text: string): string | null {
  // As browsers read it: `https:user:password@host` has a user too.
  const url = URL.parse(text.trim());
  if (url !== null && (url.username !== '' || url.password !== ''))
    return 'a URL with a user name or password';
  if (text.search(USER_INFO) !== -1) return 'a URL with a user name or password';
  const [, name] = new RegExp(SECRET_PARAMETER.source, 'i').exec(text) ?? [];
  return name === undefined ? null : `a URL with the parameter ${name.slice(1).toLowerCase()}`;
}
