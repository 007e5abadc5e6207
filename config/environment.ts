import { z } from 'zod';

/** A variable's text is empty both when unset and when set to nothing: shells and compose files do the latter. */
const text = z.string().trim().min(1);
const positiveInteger = z.coerce.number().int().positive();
const switchText = z.enum(['true', 'false']).transform((value) => value === 'true');

/** One environment variable: what it takes, what it is for, and what holds when it is not set. */
interface Variable {
  schema: z.ZodType;
  /** A sentence for the reference page. */
  about: string;
  /** What is accepted, in words, for error messages and the reference page. */
  takes: string;
  /** Text used when the variable is not set; absent: the variable is optional and has no value. */
  fallback?: string;
  secret?: boolean;
}

/** Keeps the exact type of a definition, so that the type of the whole environment follows from the table. */
function variable<const Definition extends Variable>(definition: Definition): Definition {
  return definition;
}

/** How politely a platform is asked. Every platform has these, each name after the platform's own. */
const POLITENESS = {
  REQUESTS_PER_SECOND: variable({
    schema: z.coerce.number().gt(0).max(1000),
    takes: 'a number above 0, at most 1000',
    about:
      'How many requests a second all workers together may send to this platform; `crawlchain platforms set` sets another while they run.',
    fallback: '4',
  }),
  MAX_CONCURRENT_REQUESTS: variable({
    schema: positiveInteger.max(1000),
    takes: 'a whole number from 1 to 1000',
    about: 'How many requests all workers together may have under way at this platform.',
    fallback: '8',
  }),
  OBEY_ROBOTS: variable({
    schema: switchText,
    takes: 'true or false',
    about:
      'Whether this platform’s API is asked only for what its robots.txt allows, at the delay that it names.',
    fallback: 'false',
  }),
};

type PolitenessOf<Prefix extends string> = {
  [Name in keyof typeof POLITENESS as `${Prefix}_${Name}`]: (typeof POLITENESS)[Name];
};

function politenessOf<const Prefix extends string>(prefix: Prefix): PolitenessOf<Prefix> {
  return Object.fromEntries(
    Object.entries(POLITENESS).map(([name, definition]) => [`${prefix}_${name}`, definition]),
  ) as PolitenessOf<Prefix>;
}

/** Every environment variable that Crawlchain reads. `.env.example` and the reference page are made from this. */
export const VARIABLES = {
  DATABASE_URL: variable({
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    takes: 'a PostgreSQL URL, such as postgres://user:password@host:5432/crawlchain',
    about: 'The database. Unset, `npm start` runs an embedded PostgreSQL server.',
    secret: true,
  }),
  DATABASE_POOL_SIZE: variable({
    schema: positiveInteger.max(500),
    takes: 'a whole number from 1 to 500',
    about: 'How many connections one process opens to the database at most.',
    fallback: '10',
  }),
  TEMPORAL_ADDRESS: variable({
    schema: text.regex(/^[^\s/]+:\d+$/),
    takes: 'host:port, such as localhost:7233',
    about: 'The Temporal frontend. Unset, `npm start` runs a development server with its Web UI.',
  }),
  TEMPORAL_NAMESPACE: variable({
    schema: text,
    takes: 'the name of a Temporal namespace',
    about: 'The namespace that holds all workflows and schedules.',
    fallback: 'crawlchain',
  }),
  TEMPORAL_API_KEY: variable({
    schema: text,
    takes: 'an API key',
    about: 'Sent as a bearer token; switches TLS on.',
    secret: true,
  }),
  TEMPORAL_TLS: variable({
    schema: switchText,
    takes: 'true or false',
    about: 'Speak TLS to the Temporal frontend; implied by an API key or a client certificate.',
    fallback: 'false',
  }),
  TEMPORAL_TLS_CLIENT_CERT_PATH: variable({
    schema: text,
    takes: 'the path of a PEM file',
    about: 'Client certificate for mutual TLS; goes with TEMPORAL_TLS_CLIENT_KEY_PATH.',
  }),
  TEMPORAL_TLS_CLIENT_KEY_PATH: variable({
    schema: text,
    takes: 'the path of a PEM file',
    about: 'Key of the client certificate.',
  }),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: variable({
    schema: text,
    takes: 'the path of a PEM file',
    about: 'Authority that signed the frontend’s certificate, where it is a private one.',
  }),
  TEMPORAL_TLS_SERVER_NAME: variable({
    schema: text,
    takes: 'a host name',
    about: 'Name expected in the frontend’s certificate, where it differs from the address.',
  }),
  STORAGE_ROOT: variable({
    schema: text,
    takes: 'the path of a folder that all workers share',
    about: 'Payloads and images are kept below it.',
    fallback: '.data/storage',
  }),
  DUTCHIE_GRAPHQL_URL: variable({
    schema: z.url({ protocol: /^https$/ }),
    takes: 'an https URL',
    about:
      'GraphQL endpoint of the menu platform; `/graphql`, `/api-3/graphql` and a store’s own domain answer alike.',
    fallback: 'https://dutchie.com/api-3/graphql',
  }),
  DUTCHIE_HASH_FILTERED_PRODUCTS: variable({
    schema: z.string().regex(/^[0-9a-f]{64}$/),
    takes: '64 hexadecimal digits',
    about:
      'Hash of the persisted query FilteredProducts; it changes with the platform’s releases. Unset: the full query is sent.',
  }),
  DUTCHIE_HASH_CONSUMER_DISPENSARIES: variable({
    schema: z.string().regex(/^[0-9a-f]{64}$/),
    takes: '64 hexadecimal digits',
    about: 'Hash of the persisted query ConsumerDispensaries. Unset: the full query is sent.',
  }),
  ...politenessOf('DUTCHIE'),
  BLAZE_API_URL: variable({
    schema: z.url({ protocol: /^https$/ }),
    takes: 'an https URL',
    about: 'API of the platform Blaze (Tymber): the address under which `products/` and `stores/` are.',
    fallback: 'https://ecom-api.blaze.me/api/v1',
  }),
  ...politenessOf('BLAZE'),
  DISCOVERY_STATES: variable({
    schema: text.regex(/^[A-Z]{2}(,[A-Z]{2})*$/).transform((list) => list.split(',')),
    takes: 'two-letter state codes with commas between them, such as AZ,CA',
    about: 'States in which store discovery looks for dispensaries.',
    fallback: 'AZ,AR,CA,CO,CT,FL,IL,MA,MD,ME,MI,MN,MO,MT,NJ,NM,NV,NY,OH,OK,OR,PA,RI,UT,VT,WA',
  }),
  EXIT_ADDRESS_URL: variable({
    schema: z.url({ protocol: /^https$/ }),
    takes: 'an https URL that answers {"ip": "…"}',
    about: 'Asked through each leased proxy before a crawl, to see that requests leave where they should.',
    fallback: 'https://api.ipify.org/?format=json',
  }),
  HTTP_TRANSPORT: variable({
    schema: z.enum(['wreq-js', 'impit']),
    takes: 'wreq-js or impit',
    about:
      'The library that sends requests as a browser would. impit carries only the profiles that it has the TLS profile of; see docs/identities.md.',
    fallback: 'wreq-js',
  }),
  ALLOWED_PRIVATE_HOSTS: variable({
    schema: text
      .regex(/^\s*(\*\.)?[\w.:[\]-]+\s*(,\s*(\*\.)?[\w.:[\]-]+\s*)*$/)
      .transform((list) => list.split(',').map((host) => host.trim())),
    takes: 'host names with commas between them, such as images.intranet,*.sandbox.test',
    about:
      'Hosts that pictures and pages may be fetched from although they are private or reserved; `*.` stands for every name below. The addresses set for platforms and EXIT_ADDRESS_URL are allowed by being set.',
  }),
  REQUESTS_PER_SECOND_PER_HOST: variable({
    schema: z.coerce.number().gt(0).max(1000),
    takes: 'a number above 0, at most 1000',
    about: 'How fast all workers together may ask a host that is no platform’s API, such as one of pictures.',
    fallback: '4',
  }),
  MAX_CONCURRENT_REQUESTS_PER_HOST: variable({
    schema: positiveInteger.max(1000),
    takes: 'a whole number from 1 to 1000',
    about: 'How many requests all workers together may have under way at such a host.',
    fallback: '4',
  }),
  PROXY_PASSWORD_KEY: variable({
    schema: text.regex(/^([0-9a-f]{64}|[\w+/-]{43}=?)$/i),
    takes: '32 bytes in base64 or hexadecimal, as `openssl rand -hex 32` prints',
    about:
      'The key that seals proxy passwords in the database. Unset: the key of PROXY_PASSWORD_KEY_FILE is used.',
    secret: true,
  }),
  PROXY_PASSWORD_KEY_FILE: variable({
    schema: text,
    takes: 'the path of a file that all workers share',
    about:
      'Holds the key where PROXY_PASSWORD_KEY is unset. Made with a new key when it is missing and no password is sealed yet; `npm start` keeps its own in its data folder.',
    fallback: '.data/proxy-password.key',
  }),
  CRAWL_INTERVAL_HOURS: variable({
    schema: z.coerce
      .number()
      .gt(0)
      .max(24 * 365),
    takes: 'a number of hours above 0',
    about: 'How often the schedule `payload_fetch_all` crawls each dispensary.',
    fallback: '4',
  }),
  WORKER_QUEUES: variable({
    schema: text.transform((list) => list.split(',').map((name) => name.trim())),
    takes:
      'task queue names with commas between them: crawlchain, fetch-dutchie, fetch-blaze, browser, ingest, media',
    about: 'Queues that this worker serves. Unset: all of them.',
  }),
  WORKER_ID: variable({
    schema: text,
    takes: 'a name',
    about: 'Identity of this worker in the Web UI and in the ledger. Unset: host name and process id.',
  }),
  WORKFLOW_BUNDLE_PATH: variable({
    schema: text,
    takes: 'the path of a file made by `npm run bundle`',
    about: 'Prebuilt workflow code. Unset: the worker builds it at start (about two seconds).',
  }),
  SHUTDOWN_GRACE_MS: variable({
    schema: positiveInteger.max(3_600_000),
    takes: 'a whole number of milliseconds, at most an hour',
    about: 'How long running activities may go on after SIGTERM before they are cancelled.',
    fallback: '20000',
  }),
  MAX_CONCURRENT_TASKS: variable({
    schema: positiveInteger.max(1000),
    takes: 'a whole number from 1 to 1000',
    about: 'How many activities each activity queue of one worker runs at once.',
    fallback: '3',
  }),
  MAX_BROWSERS: variable({
    schema: positiveInteger.max(100),
    takes: 'a whole number from 1 to 100',
    about:
      'How many browsers one worker runs at once, though never more than MAX_CONCURRENT_TASKS. Unset: as many as its memory holds.',
  }),
  PUPPETEER_EXECUTABLE_PATH: variable({
    schema: text,
    takes: 'the path of a Chrome or Chromium',
    about:
      'The browser of the queue `browser`. Unset: an installed one, Puppeteer’s own, or on Linux x64 the one of an npm package.',
  }),
  BROWSER_NO_SANDBOX: variable({
    schema: switchText,
    takes: 'true or false',
    about:
      'Runs browsers without their sandbox, as Chromium needs it for root: a page that breaks out of the browser then has the worker’s rights.',
    fallback: 'false',
  }),
  BROWSER_TRUSTED_SPKI: variable({
    schema: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
    takes: 'the base64 SHA-256 of a public key',
    about: 'Key of an authority that browsers trust beside their own list, such as the sandbox’s.',
  }),
  BROWSER_REMEMBER_HOURS: variable({
    schema: z.coerce
      .number()
      .gt(0)
      .max(24 * 365),
    takes: 'a number of hours above 0',
    about:
      'How long a store whose fetch_mode is `auto` goes to the browser at once after it blocked requests without one.',
    fallback: '24',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error']),
    takes: 'trace, debug, info, warn or error',
    about: 'Lines below this level are not written.',
    fallback: 'info',
  }),
} as const;

type Variables = typeof VARIABLES;
type VariableName = keyof Variables;
type ValueOf<Name extends VariableName> = z.output<Variables[Name]['schema']>;
type HasFallback<Name extends VariableName> = Variables[Name] extends { fallback: string } ? true : false;

/** The environment as one checked value. Variables without a fallback are undefined when not set. */
export type Environment = {
  [Name in VariableName]: HasFallback<Name> extends true ? ValueOf<Name> : ValueOf<Name> | undefined;
};

/** Thrown when a variable has a wrong value; the message has one line for each. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/**
 * Reads and checks the environment. An empty variable counts as not set.
 * @throws EnvironmentError naming each wrong variable, what it got and what it takes.
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  const values: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [name, definition] of Object.entries(VARIABLES) as [VariableName, Variable][]) {
    const given = source[name]?.trim() ? source[name] : definition.fallback;
    if (given === undefined) continue;
    const parsed = definition.schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else {
      const shown = definition.secret ? 'a value that is not shown' : JSON.stringify(given);
      complaints.push(`${name} is ${shown}; it takes ${definition.takes}`);
    }
  }
  if (complaints.length > 0) throw new EnvironmentError(complaints.join('\n'));
  return values as Environment;
}
