import packageFile from '../package.json' with { type: 'json' };
import type { Api } from './api-env.ts';
import { REASON_HEADER_LENGTH_MAX, REASON_TAKES } from './reason.ts';
import { TAKES_IDEMPOTENCY_KEY } from './route-parts.ts';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Identifies this request: a repeat of it within seven days gets the first response, and starts nothing.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    'x-takes': '1 to 255 printable ASCII characters without spaces',
  },
} as const;

const REASON = {
  name: 'X-Reason',
  in: 'header',
  description: `The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is ${REASON_TAKES}.`,
  schema: { type: 'string', maxLength: REASON_HEADER_LENGTH_MAX },
} as const;

const ABOUT = `Crawls dispensary menus durably. Lists come in pages: \`next_cursor\` of one is \`cursor\` of the next, with the
same filters. Lists are JSON, CSV or newline-delimited JSON, as \`Accept\` asks. Requests that start work take an
\`Idempotency-Key\`: a request that is repeated with it starts nothing twice. \`X-Reason\` tells the audit why something was done.`;

/** The groups of routes, in the order of the reference page. */
const TAGS = [
  { name: 'Overview', description: 'The state of the whole system, on one page.' },
  { name: 'Tasks', description: 'Crawls, fetches and other units of work, open and closed.' },
  { name: 'Job queue', description: 'Starts crawls, under the paths of the replaced system.' },
  { name: 'Jobs', description: 'Generic work of registered types: scrapes, downloads, syncs.' },
  { name: 'Credentials', description: 'What jobs sign in with; no answer has their values.' },
  { name: 'Accounts', description: 'What the accounts of jobs look like to sites.' },
  {
    name: 'Fan-outs',
    description: 'Crawls of all dispensaries, or of those that are due; they start tasks.',
  },
  { name: 'Bulk actions', description: 'One action on all tasks or jobs that match a filter.' },
  { name: 'Schedules', description: 'Work that starts by itself, at set times.' },
  { name: 'Dispensaries', description: 'The stores, and how each is crawled.' },
  {
    name: 'Locations',
    description: 'Stores that discovery found but left out, with the reasons.',
  },
  { name: 'Products', description: 'The products that stores sell, and their history.' },
  { name: 'Payloads', description: 'The menus as they were fetched, and those that are doubted.' },
  { name: 'Quality', description: 'What is wrong with the catalog, by dispensary.' },
  { name: 'Analytics', description: 'Views over all stores.' },
  { name: 'Workers', description: 'The processes that do the work.' },
  { name: 'Platforms', description: 'How many requests each platform gets, and whether it is stopped.' },
  { name: 'Proxies', description: 'The proxies through which menus are fetched.' },
  { name: 'Images', description: 'Pictures, resized.' },
  { name: 'Events', description: 'Changes, as a stream of events.' },
  { name: 'Ledger', description: 'The table of all runs, which lists and counts are read from.' },
  { name: 'Audit', description: 'Who did what.' },
  { name: 'Keys', description: 'Who may call the API, and what each may do.' },
  { name: 'Migration', description: 'Moves work from the replaced system to this one.' },
  { name: 'Session', description: 'Signs browsers in and out.' },
  { name: 'Health', description: 'For probes and Prometheus.' },
];

/** Returns the OpenAPI 3.1 document of all routes. */
export function describeApi(api: Api) {
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, as `crawlchain keys create` prints it.',
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'header', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
  api.openAPIRegistry.registerComponent('parameters', 'IdempotencyKey', IDEMPOTENCY_KEY);
  api.openAPIRegistry.registerComponent('parameters', 'Reason', REASON);
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Crawlchain',
      version: '1',
      description: ABOUT,
      license: { name: packageFile.license, url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
  });
  for (const operations of Object.values(document.paths ?? {})) addHeaders(operations);
  return document;
}

type Operations = NonNullable<ReturnType<Api['getOpenAPI31Document']>['paths']>[string];

/** Adds the headers that depend on an operation's method, not on its subject. */
function addHeaders(operations: Operations): void {
  for (const method of ['post', 'put', 'patch', 'delete'] as const) {
    const operation = operations[method];
    if (operation === undefined) continue;
    const keyed =
      TAKES_IDEMPOTENCY_KEY in operation ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
    operation.parameters = [
      ...(operation.parameters ?? []),
      ...keyed,
      { $ref: '#/components/parameters/Reason' },
    ];
  }
}
