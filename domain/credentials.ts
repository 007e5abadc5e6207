/** The user and password of a URL: up to the last @ before the path, because an unencoded password may itself contain an @. */
const USER_INFO = /[\\/]{2}[^\s/?#\\"<>]*@/g;

/** Names of parameters with a permanent credential. Page tokens and cursors are not credentials. */
const SECRET_NAME = new RegExp(
  [
    String.raw`^(?:[\w.-]*[-_.])?(?:pass(?:word|wd|phrase)|pwd|(?:client)?secret|jwt)$`,
    String.raw`^(?:x[-_.])?(?:(?:access|api|auth|bearer|id|oauth2?|private|refresh|session|user)[-_.]?)?token$`,
    String.raw`^(?:[\w.-]*[-_.])?(?:api|access|secret|private|auth)[-_.]?key$`,
    '^auth(?:orization)?$',
  ].join('|'),
  'i',
);

/** Parameters whose value alone grants access, usually for a limited time. */
const SIGNATURE_NAME =
  /^(?:sig|signature|x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature)$/i;

/** A parameter of a URL. Its name may contain tabs and line ends, which URL parsers drop. */
const PARAMETER = /([?&;#])([^ =&;#?"<>]+)=([^&;#\s"<>]+)/g;

/** Names of credentials as people write and paste them, including at the end of a longer name such as `PGPASSWORD`. */
const LONG_NAMES = 'pass(?:word|wd|phrase|code)|secret|token|(?:api|access|secret|private|auth)[ _-]?key';
const SHORT_NAMES = String.raw`(?<![a-z\d])(?:pass|pwd|jwt|authorization|bearer)`;
/** A quoted value, or one up to a blank. Commas and semicolons inside the value belong to it. */
const WRITTEN_VALUE = String.raw`(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s"'&;,])(?:[^\s"'&;,]|[;,]+(?=[^\s"'&;,]))*`;

/** A key of this API, even within a longer word. */
const API_KEY = /cc_[0-9a-f]{12}_[\w-]{43}/g;

/** Patterns that are removed from text, and their replacements. */
const WRITTEN_SECRETS: [RegExp, string][] = [
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g, '***'],
  [/(?<!\S)(-u\s*|--user(?:\s+|=))(?:"[^":]*:[^"]*"?|'[^':]*:[^']*'?|[^\s:"']+:\S+)/g, '$1***'],
  // user:password@host without a scheme
  [
    new RegExp(
      String.raw`(?<![^\s"'<>])(?!mailto:|[^\s:]*(?:${LONG_NAMES}|${SHORT_NAMES}|key)\d*:)([^\s"'<>:@/=]*=)?[^\s"'<>:@/]+:(?!\*\*\*)[^\s"'<>/]+@(?=[\w[])`,
      'gi',
    ),
    '$1***@',
  ],
  // Text that follows without a blank belongs to the credential: in `bearer password:abc` the secret comes after the colon.
  [/\b(bearer\s+|authorization\s*:\s*\w+\s+)[\w.~+/=-]{8,}[^\s"'&;,]*/gi, '$1***'],
  [
    new RegExp(
      String.raw`((?:${LONG_NAMES}|${SHORT_NAMES})\d*["']?\s*[=:]\s*(?:(?:basic|bearer|digest|token)\s+)?)${WRITTEN_VALUE}`,
      'gis',
    ),
    '$1***',
  ],
  // Without `=` or `:` in between, the second word must look like a credential, which `bucket` in `the token bucket` does not.
  [new RegExp(String.raw`((?:${LONG_NAMES})\s+)(?=[^\s\d]*\d)(?=[^\sa-z]*[a-z])\S{6,}`, 'gi'), '$1***'],
];

/**
 * Replaces the credentials of every URL in a text by `***`. For failure messages and payloads, which are stored and shown in
 * plain text.
 */
export function scrubCredentials(text: string): string {
  return text
    .replaceAll(USER_INFO, '//***@')
    .replaceAll(PARAMETER, (whole, sign: string, name: string) =>
      isSecretName(name) || SIGNATURE_NAME.test(plainName(name)) ? `${sign}${name}=***` : whole,
    );
}

/** Replaces what looks like a credential by `***` in a person's text, such as a reason for the audit. */
export function scrubWords(text: string): string {
  let words = scrubApiKeys(scrubCredentials(text));
  for (const [secret, kept] of WRITTEN_SECRETS) words = words.replaceAll(secret, kept);
  return words;
}

/** Replaces keys of this API by `cc_***`. */
export function scrubApiKeys(text: string): string {
  return text.replaceAll(API_KEY, 'cc_***');
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(plainName(name));
}

/** Returns the name of a parameter as servers decode it: `user[pass%77ord]` is `user_password`, `token[0]` is `token`. */
function plainName(written: string): string {
  let name = written.replaceAll(/[\t\n\r]/g, '');
  try {
    name = decodeURIComponent(name);
  } catch {
    // Malformed encoding: use the name as written.
  }
  return name
    .trim()
    .replaceAll(/\[([^[\]]*)\]/g, '_$1')
    .replace(/_\d*$/, '');
}

/** Copies a JSON value, with `scrubCredentials` applied to all texts and names. */
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

/** Credentials in a value that is stored in plain text. */
export interface FoundCredentials {
  /** The path to the text that contains them. */
  path: string[];
  /** What was found, without the credential itself. */
  what: string;
}

/**
 * Finds the first URL with permanent credentials; null if there is none. Signatures are allowed: each covers one file, and a shared
 * file has no other URL.
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
  // Parsed as browsers do: `https:user:password@host` has a user too.
  const url = URL.parse(text.trim());
  if (url !== null && (url.username !== '' || url.password !== ''))
    return 'a URL with a user name or password';
  if (text.search(USER_INFO) !== -1) return 'a URL with a user name or password';
  const written = [...text.matchAll(PARAMETER)].map(([, , name = '']) => name);
  const read = [...(url?.searchParams ?? [])].filter(([, value]) => value !== '').map(([name]) => name);
  const secret = [...read, ...written].find(isSecretName);
  return secret === undefined ? null : `a URL with the parameter ${plainName(secret).toLowerCase()}`;
}
