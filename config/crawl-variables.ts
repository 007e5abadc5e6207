import { z } from 'zod';
import { sharesByName } from './shares-by-name.ts';
import { positiveInteger, switchText, text, variable } from './variable.ts';

/** Request limits of a platform. Every platform has these variables, with its own name as the prefix. */
const POLITENESS = {
  REQUESTS_PER_SECOND: variable({
    schema: z.coerce.number().gt(0).max(1000),
    takes: 'a number above 0, at most 1000',
    about:
      'How many requests a second all workers together may send to this platform; `crawlchain platforms set` sets another limit while they run.',
    fallback: '4',
  }),
  MAX_CONCURRENT_REQUESTS: variable({
    schema: positiveInteger.max(1000),
    takes: 'a whole number from 1 to 1000',
    about: 'How many requests to this platform all workers together may have open at once.',
    fallback: '8',
  }),
  OBEY_ROBOTS: variable({
    schema: switchText,
    takes: 'true or false',
    about:
      'Whether requests to this platform’s API obey its robots.txt, including the delay that it demands.',
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

/** What to crawl, how, and what to do with the results. */
export const CRAWL_VARIABLES = {
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
    takes: 'two-letter state codes, separated by commas, such as AZ,CA',
    about: 'States in which store discovery looks for dispensaries.',
    fallback: 'AZ,AR,CA,CO,CT,FL,IL,MA,MD,ME,MI,MN,MO,MT,NJ,NM,NV,NY,OH,OK,OR,PA,RI,UT,VT,WA',
  }),
  EXIT_ADDRESS_URL: variable({
    schema: z.url({ protocol: /^https$/ }),
    takes: 'an https URL that answers {"ip": "…"}',
    about:
      'Requested through each leased proxy before a crawl, to verify from which address the requests leave.',
    fallback: 'https://api.ipify.org/?format=json',
  }),
  ALLOWED_PRIVATE_HOSTS: variable({
    schema: text
      .regex(/^\s*(\*\.)?[\w.:[\]-]+\s*(,\s*(\*\.)?[\w.:[\]-]+\s*)*$/)
      .transform((list) => list.split(',').map((host) => host.trim())),
    takes: 'host names, separated by commas, such as images.intranet,*.sandbox.test',
    about:
      'Hosts that requests for pictures, pages and jobs may reach, and proxies may have, although they are private or reserved; `*.` stands for every name below. The addresses set for platforms and EXIT_ADDRESS_URL are allowed by being set.',
  }),
  REQUESTS_PER_SECOND_PER_HOST: variable({
    schema: z.coerce.number().gt(0).max(1000),
    takes: 'a number above 0, at most 1000',
    about:
      'How many requests a second all workers together may send to a host that is no platform’s API, such as a host of pictures.',
    fallback: '4',
  }),
  MAX_CONCURRENT_REQUESTS_PER_HOST: variable({
    schema: positiveInteger.max(1000),
    takes: 'a whole number from 1 to 1000',
    about: 'How many requests to such a host all workers together may have open at once.',
    fallback: '4',
  }),
  PROXY_PASSWORD_KEY: variable({
    schema: text.regex(/^([0-9a-f]{64}|[\w+/-]{43}=?)$/i),
    takes: '32 bytes in base64 or hexadecimal, as `openssl rand -hex 32` prints',
    about:
      'The key that seals proxy passwords and credentials in the database. Unset: the key of PROXY_PASSWORD_KEY_FILE is used.',
    secret: true,
  }),
  PROXY_PASSWORD_KEY_FILE: variable({
    schema: text,
    takes: 'the path of a file that all workers share',
    about:
      'Holds the key where PROXY_PASSWORD_KEY is unset. Made with a new key when it is missing and nothing is sealed yet; `npm start` keeps its own in its data folder.',
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
  CRAWL_INTERVAL_ADAPTS: variable({
    schema: switchText,
    takes: 'true or false',
    about:
      'Whether a dispensary whose menu did not change is crawled less often, down to once a day, until it changes; see docs/reference/fan-out.md.',
    fallback: 'false',
  }),
  MISSES_SPAN_INTERVALS: variable({
    schema: z.coerce.number().min(0).max(100),
    takes: 'a number from 0 to 100',
    about:
      'How many regular intervals of its dispensary a product has to be missing before its third miss, or a later one, takes it out of stock.',
    fallback: '1.8',
  }),
  MISSES_SPAN_MIN_MINUTES: variable({
    schema: z.coerce.number().min(0).max(10_080),
    takes: 'a number of minutes from 0 to 10080',
    about: 'The same in minutes, for dispensaries with short intervals: the longer of the two times applies.',
    fallback: '60',
  }),
  SUSPECT_SHARES: variable({
    schema: sharesByName,
    takes: 'rules and shares from 0 to 1, such as gone=0.2,went-out=0.15',
    about:
      'Shares for rules, in place of those in the table in docs/explanation/belief.md. A rule doubts a menu if it counts more than its share of the products.',
  }),
  CONFIRM_AFTER_MINUTES: variable({
    schema: z.coerce.number().min(0).max(10_080),
    takes: 'a number of minutes from 0 to 10080',
    about:
      'After how many minutes a store whose menu is doubted is crawled again; two crawls at least this far apart that see the same menu settle the doubts that time can settle.',
    fallback: '30',
  }),
  PAYLOAD_RETENTION_DAYS: variable({
    schema: positiveInteger,
    takes: 'a whole number of days',
    about:
      'Payload files older than this are removed; their rows and snapshots stay, and so does the newest payload of each dispensary. Unset: kept for ever.',
  }),
  PAYLOAD_RETENTION_COUNT: variable({
    schema: positiveInteger,
    takes: 'a whole number',
    about: 'Payload files that are kept of each dispensary. Unset: all.',
  }),
  SNAPSHOT_RETENTION_MONTHS: variable({
    schema: positiveInteger,
    takes: 'a whole number of months',
    about: 'Snapshots of months that ended more than this many months ago are dropped. Unset: kept for ever.',
  }),
  RUN_RETENTION_DAYS: variable({
    schema: z.union([z.literal('never').transform(() => null), positiveInteger.min(8)]),
    takes: 'a whole number of days from 8, or never',
    about:
      'Tasks and all other runs except jobs are deleted from the ledger this many days after their end, and events this many days after the end of their month; see docs/reference/ledger.md. The value has to be higher than the days for which Temporal keeps closed workflows, which is 7 days.',
    fallback: '90',
  }),
  JOB_RETENTION_DAYS: variable({
    schema: positiveInteger.min(8),
    takes: 'a whole number of days from 8',
    about:
      'Jobs that ended more than this many days ago are deleted with their files. The value has to be higher than the days for which Temporal keeps closed workflows, which is 7 days. Unset: they stay until somebody deletes them.',
  }),
} as const;
