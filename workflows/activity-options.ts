import type { ActivityOptions } from '@temporalio/workflow';
import type { HeldFile } from '../domain/crawl-run.ts';
import { filesQueue } from '../temporal-config/task-queues.ts';

/**
 * Timeouts and retries for each kind of work, with the reason beside each number. Tune them here: no other file chooses a
 * timeout.
 */

/** Fetches a menu through proxies. */
export const FETCH: ActivityOptions = {
  // The largest menu on record takes 18 s in 29 pages; a polite pace on a busy host may stretch that a hundredfold.
  startToCloseTimeout: '30 minutes',
  // The activity heartbeats after each page and every few seconds, so 30 s without a heartbeat mean that its worker is gone.
  heartbeatTimeout: '30 seconds',
  // No maximumAttempts: the activity itself gives up, after a number of refusals or a time since it first started. No
  // schedule-to-close timeout either, because that would count the time in the queue.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** Fetches a menu in a browser through proxies. */
export const BROWSER_FETCH: ActivityOptions = {
  // The pages take as long as without a browser. Each identity adds a browser start, a check of the exit address and a menu page:
  // 2 min at most.
  startToCloseTimeout: '45 minutes',
  // The activity heartbeats every few seconds; a machine on which several browsers start at once may pause for longer than 30 s.
  heartbeatTimeout: '60 seconds',
  // No maximumAttempts: as for FETCH, the activity itself gives up.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** Requests the stores of a state, or one store, from a platform. */
export const DISCOVERY: ActivityOptions = {
  // One request, including the wait for its permit at the host.
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  // Few attempts: the next day's run retries, and the remaining states wait for this one.
  retry: {
    initialInterval: '5 seconds',
    backoffCoefficient: 2,
    maximumInterval: '2 minutes',
    maximumAttempts: 6,
  },
};

/** Reads a file and writes rows. */
export const INGEST: ActivityOptions = {
  // 20,000 products take seconds; the rest is headroom for a database under load.
  startToCloseTimeout: '10 minutes',
  // A batch of a thousand products takes well under a second; waiting for another chain's lock may take longer.
  heartbeatTimeout: '60 seconds',
  // No maximumAttempts: the activity itself gives up after a number of its own failures. It waits for an unreachable database,
  // for hours if need be, because the payload is on disk.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/** Downloads and converts images. Failures are counted, and the next chain retries them. */
export const MEDIA: ActivityOptions = {
  // A round takes half a minute plus its last downloads. Older workflow code requests all images in one call.
  startToCloseTimeout: '1 hour',
  // Each image heartbeats; one takes 15 s at most.
  heartbeatTimeout: '30 seconds',
  // Images never fail a chain, so the activity itself gives up after few failures. The 60 attempts are for waits: one attempt a
  // minute while a platform is stopped, two while the disk is full.
  retry: {
    initialInterval: '5 seconds',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 60,
  },
};

/** Runs a generic job of any type. */
export const JOB: ActivityOptions = {
  // Enough to scrape a whole account at a polite pace. A job that reports nothing for ten minutes gives up much earlier.
  startToCloseTimeout: '24 hours',
  // The activity heartbeats every few seconds.
  heartbeatTimeout: '60 seconds',
  // No maximumAttempts: the activity itself counts the failures that are the job's fault, and gives up after the requested
  // number. Waits for a proxy, a disk or a limit are not counted. The activity also says how long the next attempt waits, by the
  // failures that count; the interval here is for attempts that could not say it, as when their worker was stopped or killed.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 1 },
  // A cancelled job counts as ended only when its worker confirms, so that its last report is kept.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
};

/** Starts chains, one page of dispensaries per activity. */
export const FAN_OUT: ActivityOptions = {
  // A page is two hundred starts of some milliseconds each; a busy server may take many times longer.
  startToCloseTimeout: '10 minutes',
  // Each start heartbeats.
  heartbeatTimeout: '60 seconds',
  // A retry costs little, because chains already started stay started. The retries bridge the time in which a server is
  // unreachable.
  retry: {
    initialInterval: '1 second',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 20,
  },
};

/** Applies an action to many runs, one page per activity. As FAN_OUT, but a cancellation waits for the activity's counts. */
export const BULK: ActivityOptions = { ...FAN_OUT, cancellationType: 'WAIT_CANCELLATION_COMPLETED' };

/** Computes materialized views. */
export const ANALYTICS: ActivityOptions = {
  // The views read the whole catalog.
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '60 seconds',
  // The next scheduled run retries anyway, unless this workflow still holds the id. So give up after few attempts.
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumAttempts: 5 },
};

/** Probes proxies whose cool-down has ended. */
export const PROBE: ActivityOptions = {
  // A hundred dead proxies, ten at a time and 15 s each, take 150 s; the rest is headroom.
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  // The schedule starts the next round within five minutes.
  retry: { initialInterval: '5 seconds', maximumAttempts: 2 },
};

/** Checks all payload files and rows. */
export const SWEEP: ActivityOptions = {
  // Millions of files on a network disk take hours; the activity heartbeats at each file.
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '2 minutes',
  // The next day's sweep does what this one left undone.
  retry: { initialInterval: '1 minute', backoffCoefficient: 2, maximumAttempts: 3 },
};

/**
 * Runs small reads and writes that must succeed: otherwise, for example, the ledger would show a closed chain as running. Hence
 * no maximumAttempts.
 */
export const BOOKKEEPING: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
};

/**
 * Returns the options for work with a file that only one pod has: they route it to that pod's own queue. Returns none without
 * `held`.
 */
export function heldBy(held?: HeldFile, queueOf: (holder: string) => string = filesQueue): ActivityOptions {
  if (held === undefined) return {};
  return {
    taskQueue: queueOf(held.holder),
    // A wait longer than a restart means that the pod is gone.
    scheduleToStartTimeout: `${held.returnSeconds} seconds`,
  };
}

/**
 * Time limit for all image rounds of a chain, including waits. A chain that waits for images blocks its dispensary, whose menu
 * matters more.
 */
export const IMAGES_WITHIN_MS = 2 * 3_600_000;

/** Limits an image activity, including its queue time, to the time left. @param leftMs the rest of `IMAGES_WITHIN_MS` */
export function endingIn(leftMs: number): ActivityOptions {
  // Zero would mean no limit.
  return { scheduleToCloseTimeout: Math.max(1, leftMs) };
}

/** Sweeps the disk of one pod. A pod that does not take the sweep within 30 minutes is swept the next day. */
export const POD_SWEEP: ActivityOptions = { ...SWEEP, scheduleToStartTimeout: '30 minutes' };
