import type { ActivityOptions } from '@temporalio/workflow';
import type { HeldFile } from '../domain/crawl-run.ts';
import { filesQueue } from '../temporal-config/task-queues.ts';

/**
 * How long each kind of work may take and how it is tried again, with the reason beside each number. This is the one
 * table to tune; no other file chooses a timeout.
 */

/** Fetches a menu, through proxies. */
export const FETCH: ActivityOptions = {
  // The largest menu on record takes 18 s in 29 pages; a polite pace on a busy host may stretch that a hundredfold.
  startToCloseTimeout: '30 minutes',
  // It heartbeats at each page and every few seconds: 30 s without one is a worker that is gone.
  heartbeatTimeout: '30 seconds',
  // No bound here, and no schedule-to-close timeout, which would count the time in the queue: the activity itself gives
  // up, after so many refusals or so long after it first began.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** Fetches a menu in a browser, through proxies. */
export const BROWSER_FETCH: ActivityOptions = {
  // The pages take as long as without one; each identity adds a start, an exit address and a menu page, 2 min at most.
  startToCloseTimeout: '45 minutes',
  // It heartbeats every few seconds; a machine on which several browsers start at once may pause for longer than 30 s.
  heartbeatTimeout: '60 seconds',
  // As without a browser: the activity itself gives up.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** Asks a platform for the stores of a state, or for one. */
export const DISCOVERY: ActivityOptions = {
  // One request, and its turn at the host.
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  // The next day's run asks again; the other states wait for this one.
  retry: {
    initialInterval: '5 seconds',
    backoffCoefficient: 2,
    maximumInterval: '2 minutes',
    maximumAttempts: 6,
  },
};

/** Reads a file and writes rows. */
export const INGEST: ActivityOptions = {
  // 20,000 products take seconds; the rest is for a database under load.
  startToCloseTimeout: '10 minutes',
  // A batch of a thousand products takes well under a second; waiting for another chain's lock may take longer.
  heartbeatTimeout: '60 seconds',
  // No bound here: the activity itself gives up after so many failures of its own. A database that is away is waited for,
  // for hours if need be: the payload is on disk.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/** Downloads and converts images; what fails is counted and taken up by the next chain. */
export const MEDIA: ActivityOptions = {
  // A turn takes half a minute and its last downloads; older workflow code asks for all pictures at once.
  startToCloseTimeout: '1 hour',
  // Each image heartbeats; one takes 15 s at most.
  heartbeatTimeout: '30 seconds',
  // Images never fail a chain, so the activity itself gives up after few attempts. These are for waits: a platform that
  // is stopped is asked for every minute, and a full disk is tried every half minute.
  retry: {
    initialInterval: '5 seconds',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 60,
  },
};

/** Runs a generic job, of whatever type. */
export const JOB: ActivityOptions = {
  // A whole account's scrape, at a polite pace; one that tells nothing for ten minutes gives itself up much earlier.
  startToCloseTimeout: '24 hours',
  // It heartbeats every few seconds.
  heartbeatTimeout: '60 seconds',
  // No bound here: the activity itself counts the failures that are the job's, and gives up after as many as were asked
  // for. What waits for a proxy, a disk or a limit waits.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
  // One that was cancelled has ended once its worker says so, and has kept what it told last.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
};

/** Starts chains, a page of dispensaries an activity. */
export const FAN_OUT: ActivityOptions = {
  // A page is two hundred starts of some milliseconds each, and as many times longer when the server is busy.
  startToCloseTimeout: '10 minutes',
  // Each start heartbeats.
  heartbeatTimeout: '60 seconds',
  // What was started stays started, so trying again costs little; a server that is away comes back.
  retry: {
    initialInterval: '1 second',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 20,
  },
};

/** Does one thing to many runs, a page of them an activity: as starts of chains, but that a cancel waits for its counts. */
export const BULK: ActivityOptions = { ...FAN_OUT, cancellationType: 'WAIT_CANCELLATION_COMPLETED' };

/** Computes materialized views. */
export const ANALYTICS: ActivityOptions = {
  // The views read the whole catalog.
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '60 seconds',
  // The next schedule tries again anyway, and a workflow that holds its id for days would keep it from doing so.
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumAttempts: 5 },
};

/** Tries proxies that cool down. */
export const PROBE: ActivityOptions = {
  // A hundred dead proxies, ten at once, each a quarter of a minute.
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  // The schedule comes again in two minutes.
  retry: { initialInterval: '5 seconds', maximumAttempts: 2 },
};

/** Goes through all files and rows of payloads. */
export const SWEEP: ActivityOptions = {
  // Millions of files on a network disk take hours; it heartbeats at each.
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '2 minutes',
  // The next day's sweep does what this one did not.
  retry: { initialInterval: '1 minute', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** One small statement that must be made: the ledger would else say that a closed chain is running. No bound. */
export const BOOKKEEPING: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
};

/** Work with a file that one pod alone has is done on the queue of that pod, not on the one that all serve. */
export function heldBy(held?: HeldFile, queueOf: (holder: string) => string = filesQueue): ActivityOptions {
  if (held === undefined) return {};
  return {
    taskQueue: queueOf(held.holder),
    // Whoever waits longer than a restart takes waits for a pod that is gone.
    scheduleToStartTimeout: `${held.returnSeconds} seconds`,
  };
}

/** With all waits and turns: a chain that waits for pictures holds its dispensary, whose menu matters more. */
export const IMAGES_WITHIN_MS = 2 * 3_600_000;

/** Ends pictures in time. @param leftMs of `IMAGES_WITHIN_MS` */
export function endingIn(leftMs: number): ActivityOptions {
  // Zero would mean no limit.
  return { scheduleToCloseTimeout: Math.max(1, leftMs) };
}

/** The sweep of one pod: one that has gone since, or is busy for longer, is swept the next day. */
export const POD_SWEEP: ActivityOptions = { ...SWEEP, scheduleToStartTimeout: '30 minutes' };
