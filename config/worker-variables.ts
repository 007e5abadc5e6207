import { z } from 'zod';
import { positiveInteger, switchText, text, variable } from './variable.ts';

/** How one worker works. */
export const WORKER_VARIABLES = {
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
