import { z } from 'zod';
import { countsByName } from './counts-by-name.ts';
import { positiveInteger, share, switchText, text, variable } from './variable.ts';

/** A share above 0: a threshold of 0 would stop a worker permanently. */
const threshold = share.gt(0);
const names = text.transform((list) => list.split(',').map((name) => name.trim()));

/** The settings of one worker. */
export const WORKER_VARIABLES = {
  WORKER_QUEUES: variable({
    schema: names,
    takes:
      'task queue names, separated by commas: crawlchain, fetch-dutchie, fetch-blaze, browser, ingest, reingest, media, jobs; or, to leave one out, -jobs',
    about: 'Queues that this worker serves. Unset: all of them, or those of WORKER_ROLE.',
  }),
  JOB_TYPES: variable({
    schema: names,
    takes: 'paths of modules, separated by commas',
    about:
      'Modules that register types of jobs in addition to the built-in ones, for workers and the API: docs/reference/jobs.md. A relative path begins where the program was started.',
  }),
  JOB_DOWNLOAD_BYTES_MAX: variable({
    schema: positiveInteger,
    takes: 'a whole number of bytes',
    about:
      'How much one job may download and save, in all its attempts and retries. The default allows 0.5 MB for each of the 10,000 files that download_media takes at most.',
    fallback: '5000000000',
  }),
  JOB_RESULT_BYTES_MAX: variable({
    schema: positiveInteger,
    takes: 'a whole number of bytes',
    about:
      'How many bytes of JSON the result of a job may have. A result over 16 KiB is stored in a file of the job.',
    fallback: '64000000',
  }),
  JOBS_PER_PLATFORM: variable({
    schema: countsByName,
    takes: 'pairs such as instagram=2,tiktok=5',
    about:
      'How many jobs of a platform may run at once, over all workers; each worker needs the same value. A platform without a number has no limit.',
  }),
  JOB_ISOLATION: variable({
    schema: z.enum(['full', 'process']),
    takes: 'full or process',
    about:
      'How jobs of JOB_TYPES and the tools of jobs are kept apart. `full`: jobs without network, and with no files but those of their module, tools with no way out but the proxy, by Linux namespaces; a worker or API that has JOB_TYPES and cannot create these does not start. `process` accepts jobs and tools that can use the network.',
    fallback: 'full',
  }),
  JOB_MEMORY_MB: variable({
    schema: positiveInteger.min(64),
    takes: 'a whole number of MB from 64',
    about:
      'Memory that the process of one job may use, for types of JOB_TYPES; one that uses more is ended, which counts as a crash.',
    fallback: '512',
  }),
  TOOL_HIDDEN_PATHS: variable({
    schema: names,
    takes: 'paths, separated by commas',
    about:
      'Files and folders that no tool of a job may read, besides STORAGE_ROOT, keys, the file of variables, and the settings in the home folder. `npm start` sets its data folder.',
  }),
  WORKER_ROLE: variable({
    schema: text,
    takes:
      'one of store_discovery, entry_point_discovery, product_discovery, payload_fetch, product_refresh, analytics_refresh, proxy_probe, storage_sweep, or product_resync, which is payload_fetch and product_refresh',
    about:
      'Narrows this worker to the queues that the work of a role runs on, in place of WORKER_QUEUES; docs/reference/workers.md has the queues.',
  }),
  WORKER_ID: variable({
    schema: text,
    takes: 'a name that no other worker has',
    about:
      'Identity of this worker in the registry, the Web UI and the ledger. Unset: host name and process id. Several workers of a pod have it with -1, -2 and so on.',
  }),
  KUBERNETES_SERVICE_HOST: variable({
    schema: text,
    takes: 'an address',
    about:
      'Kubernetes sets it in every pod. If it is set, the registry shows the host name as the name of a pod, otherwise as the name of a host.',
  }),
  WORKERS_PER_POD: variable({
    schema: positiveInteger.max(100),
    takes: 'a whole number from 1 to 100',
    about: 'How many worker processes `npm run worker` runs; they share the memory.',
    fallback: '1',
  }),
  WORKER_NAMES: variable({
    schema: names,
    takes: 'names, separated by commas, such as Ada,Grace,Edsger',
    about: 'Friendly names that workers get in the registry. Unset: a list of forty.',
  }),
  HEARTBEAT_INTERVAL_MS: variable({
    schema: positiveInteger.min(100).max(240_000),
    takes: 'a whole number of milliseconds from 100 to 240000',
    about:
      'How often a worker sends a heartbeat to the registry; after five minutes without one it counts as lost.',
    fallback: '30000',
  }),
  WORKER_BUILD_ID: variable({
    schema: z.string().regex(/^[\w.-]{1,100}$/),
    takes: 'up to 100 letters, digits, dots, dashes and underscores, such as 1.4.0 or a commit',
    about:
      'Version of the workflow code: a chain then ends on the version that it began on. Unset: any worker goes on with any chain. See docs/how-to/upgrade.md.',
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
    about:
      'How many activities one worker runs at once, over all its queues, at most two thirds of them background work (pictures, jobs); docs/reference/workers.md has the exact bound.',
    fallback: '3',
  }),
  MEMORY_LIMIT_MIB: variable({
    schema: positiveInteger,
    takes: 'a whole number of MiB',
    about:
      'Memory that the workers of this pod may use together, including their browsers. Unset: the lowest limit of their control groups, else the memory of the machine.',
  }),
  RESTART_MEMORY_MIB: variable({
    schema: positiveInteger,
    takes: 'a whole number of MiB',
    about:
      'A worker whose own process has had more resident memory than this for a minute, ten minutes after its start or later, finishes its tasks within the grace period and exits with code 3, so that it is started anew. Unset: nine tenths of its share of MEMORY_LIMIT_MIB, at most 2048.',
  }),
  MEMORY_BACKOFF_THRESHOLD: variable({
    schema: threshold,
    takes: 'a share above 0, at most 1; 1 disables it',
    about: 'Above this share of its memory a worker takes no new tasks.',
    fallback: '0.85',
  }),
  CPU_BACKOFF_THRESHOLD: variable({
    schema: threshold,
    takes: 'a share above 0, at most 1; 1 disables it',
    about: 'Above this share of its processors a worker takes no new tasks.',
    fallback: '0.90',
  }),
  BACKOFF_DURATION_MS: variable({
    schema: positiveInteger.max(3_600_000),
    takes: 'a whole number of milliseconds, at most an hour',
    about: 'How long a worker takes no new tasks before it checks its memory and processors again.',
    fallback: '10000',
  }),
  WAIT_FOR_COOLING_PROXIES: variable({
    schema: switchText,
    takes: 'true or false',
    about:
      'Whether a worker that fetches starts while all proxies are cooling down, and waits for them. False: it does not start, as without proxies; docs/explanation/proxies.md.',
    fallback: 'false',
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
    about:
      'Public key of a certificate authority that browsers trust in addition to their own list, such as the sandbox’s.',
  }),
  BROWSER_REMEMBER_HOURS: variable({
    schema: z.coerce
      .number()
      .gt(0)
      .max(24 * 365),
    takes: 'a number of hours above 0',
    about:
      'How long a store whose fetch_mode is `auto` is fetched in a browser after it blocked requests without one.',
    fallback: '24',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error']),
    takes: 'trace, debug, info, warn or error',
    about: 'Lines below this level are not written.',
    fallback: 'info',
  }),
} as const;
