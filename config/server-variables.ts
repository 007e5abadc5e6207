import { z } from 'zod';
import { positiveInteger, switchText, text, variable } from './variable.ts';

/** Variables that programs share: the file of variables, PostgreSQL, Temporal, the instance and the storage. */
export const SERVER_VARIABLES = {
  CRAWLCHAIN_ENV_FILE: variable({
    schema: text,
    takes: 'a path, or none',
    about:
      'A file of variables, one `NAME=value` a line. Workers, the API, the command, `npm run migrate` and `npm run setup:temporal` read it; variables that the environment sets take precedence. A relative path begins in the checkout. The programs that `npm start` runs read none.',
    fallback: '.env',
  }),
  DATABASE_URL: variable({
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    takes: 'a PostgreSQL URL, such as postgres://user:password@host:5432/crawlchain',
    about: 'The database. Unset, `npm start` runs an embedded PostgreSQL server.',
    secret: true,
  }),
  DATABASE_LISTEN_URL: variable({
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    takes: 'a PostgreSQL URL, such as postgres://user:password@host:5432/crawlchain',
    about:
      'Where the API listens for notifications of events; default: `DATABASE_URL`. Set it to the server itself if `DATABASE_URL` names a pooler.',
    secret: true,
  }),
  DATABASE_POOL_SIZE: variable({
    schema: positiveInteger.max(500),
    takes: 'a whole number from 1 to 500',
    about: 'How many connections one process opens to the database at most.',
    fallback: '10',
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: variable({
    // At most four minutes: work that gets no answer for five minutes counts as stuck, see stages/heartbeat-while.ts.
    schema: positiveInteger.min(1000).max(240_000),
    takes: 'a whole number of milliseconds from 1000 to 240000',
    about:
      'How long a worker waits for the database to carry out one statement; then the attempt fails and is tried again on a new connection.',
    fallback: '120000',
  }),
  AUTO_MIGRATE: variable({
    schema: switchText,
    takes: 'true or false',
    about:
      'Whether the API, the workers and `npm start` apply missing migrations when they start. False: they stop and say which are missing; `npm run migrate` applies them.',
    fallback: 'true',
  }),
  TEMPORAL_ADDRESS: variable({
    schema: text.regex(/^[^\s/]+:\d+$/),
    takes: 'host:port, such as temporal.example:7233',
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
    about:
      'Certificate of the authority that signed the frontend’s certificate, if that authority is a private one.',
  }),
  TEMPORAL_TLS_SERVER_NAME: variable({
    schema: text,
    takes: 'a host name',
    about: 'Name expected in the frontend’s certificate, if it differs from the address.',
  }),
  TEMPORAL_UI_URL: variable({
    schema: z.url({ protocol: /^https?$/ }),
    takes: 'an http or https URL, such as https://temporal.example',
    about:
      'The URL of the Temporal Web UI, for the links of the dashboard, `status` and `open`: the API reads it. Unset: the Web UI of the server that `npm start` runs.',
  }),
  CRAWLCHAIN_COMMAND: variable({
    schema: text,
    takes: 'a command line, such as npx crawlchain --data-dir /data',
    about:
      'How messages of the API, the workers and the command call the command, so that they can be typed as they stand. `npm start` sets it, with its data folder.',
    fallback: 'npx crawlchain',
  }),
  INSTANCE_ID: variable({
    schema: z.uuid().toLowerCase(),
    takes: 'the id of an installation, a UUID',
    about:
      'The only installation that programs may use. Unset: they only check that the database and the namespace carry the same id; docs/reference/instances.md.',
  }),
  TEMPORAL_INSTANCE_CHECK: variable({
    schema: switchText,
    takes: 'true or false',
    about:
      'False: does not check the namespace’s id. Needed for Temporal Cloud, whose namespaces cannot carry one.',
    fallback: 'true',
  }),
  STORAGE_ROOT: variable({
    schema: text,
    takes: 'the path of a folder that all workers share',
    about: 'Payloads and images are kept below it.',
    fallback: '.data/storage',
  }),
  STORAGE_SHARED: variable({
    schema: switchText,
    takes: 'true or false',
    about:
      'False: each pod has a STORAGE_ROOT of its own, and the stages after a fetch run on the pod that has its file; docs/reference/storage.md.',
    fallback: 'true',
  }),
  STORAGE_RETURN_SECONDS: variable({
    schema: positiveInteger.max(86_400),
    takes: 'a whole number of seconds, at most a day',
    about:
      'With STORAGE_SHARED=false: how long a chain waits for the pod that has its file to come back, before another one fetches the menu again. At least two HEARTBEAT_INTERVAL_MS.',
    fallback: '600',
  }),
} as const;
