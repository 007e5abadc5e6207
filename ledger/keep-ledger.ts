import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Environment } from '../config/environment.ts';
import { qualitySettings } from '../config/quality-settings.ts';
import { connectDatabase, type Db } from '../db/connect.ts';
import { createEventBell, type EventBell } from '../db/event-bell.ts';
import {
  endHungFollower,
  ensureRunPartitions,
  readLedgerState,
  whileFollowing,
} from '../db/queries/ledger-state.ts';
import type { Log } from '../observability/log.ts';
import { paceVisibility } from './query-visibility.ts';
import { compare } from './compare.ts';
import { follow, type Following } from './follow.ts';
import { releaseSilent } from './release-silent.ts';
import { reportSilentChanges } from './report-silent-changes.ts';
import { createSeenRuns } from './seen-runs.ts';

/** The pause between passes. A pass takes a second or little more, so the ledger lags some three seconds, under heavy load some six. */
const PASS_INTERVAL_MS = { least: 2_000, most: 5_000 };

/**
 * By how much each listed run prolongs the pause, since listing it costs Temporal and this process processor time: with pauses of two
 * seconds, a tenth of what a chain costs.
 */
const PAUSE_PER_RUN_MS = 10;

/** How often the processes that do not follow check that another one does. */
const TAKE_OVER_INTERVAL_MS = 3_000;

/** If the ledger lags further behind than this, no process follows. */
const FOLLOWED_MS_MAX = 12_000;

/**
 * A follower that sends no query for this long counts as hung: it queries the database with each pass, and Temporal answers or
 * refuses each request of a pass within seconds.
 */
const HUNG_AFTER_MS = 60_000;

const COMPARE_INTERVAL_MS = 600_000;
const PARTITIONS_INTERVAL_MS = 86_400_000;
const SILENT_INTERVAL_MS = 10_000;

/** How often dispensaries are checked for problems: checking all takes tens of milliseconds, checking the changed ones a few. */
const REPORT_INTERVAL_MS = 5_000;

/** How long a stop waits for the current pass. */
const STOP_MS_MAX = 3_000;

export interface KeepOptions {
  db: Db;
  /** Must contain the URL of the same database: the follower holds the lock on a connection of its own. */
  environment: Environment;
  client: Client;
  log: Log;
  /** The follower's name, as `crawlchain ledger status` shows it. */
  name: string;
  /** A follower that sends no query for this long counts as hung and loses the lock. */
  hungAfterMs?: number;
}

/** The prefix of followers' connection names. */
const FOLLOWER_PREFIX = 'crawlchain-ledger ';

/**
 * Returns a follower's name. @param connection the name of its connection, with the prefix; a command that catches up uses a
 * connection without it
 */
export function followerName(connection: string): string {
  return connection.startsWith(FOLLOWER_PREFIX) ? connection.slice(FOLLOWER_PREFIX.length) : connection;
}

/**
 * Keeps the ledger of runs in step with Temporal, unless another process does. Retries after failures, in this process or
 * another.
 * @returns a function that stops it
 */
export function keepLedger({
  db,
  environment,
  client,
  log,
  name,
  hungAfterMs = HUNG_AFTER_MS,
}: KeepOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const own = connectDatabase({
    url: environment.DATABASE_URL ?? '',
    poolSize: 1,
    applicationName: `${FOLLOWER_PREFIX}${name}`,
    onLostConnection: (error) => log.warn({ err: error }, 'the connection that follows Temporal was lost'),
  });
  const bell = createEventBell(db);
  const kept = keep({
    db,
    own,
    client,
    log,
    signal,
    bell,
    hungAfterMs,
    report: reportSilentChanges(qualitySettings(environment)),
  });
  return async () => {
    stopping.abort();
    // A running statement may wait long for a lock, so the process does not wait for its end.
    await Promise.race([
      kept.then(() => Promise.all([own.destroy(), bell.stop()])),
      sleep(STOP_MS_MAX, undefined, { ref: false }),
    ]);
  };
}

interface Keeping {
  db: Db;
  /** Connects when this process starts to follow, and closes an idle connection. */
  own: Db;
  client: Client;
  log: Log;
  signal: AbortSignal;
  bell: EventBell;
  hungAfterMs: number;
  report: ReturnType<typeof reportSilentChanges>;
}

async function keep(keeping: Keeping): Promise<void> {
  const { db, own, client, log, signal } = keeping;
  // Log each change of state once.
  let state: 'waits' | 'follows' | 'fails' = 'waits';
  const reportFollowing = (): void => {
    if (state !== 'follows') log.info('follows Temporal for the ledger');
    state = 'follows';
  };
  while (!signal.aborted) {
    try {
      if (!(await isFollowed(db))) {
        const followed = await whileFollowing(own, async (held) => {
          const ask = paceVisibility(client, signal);
          const following = { db: held, client, ask, seen: createSeenRuns() };
          await followOn(following, keeping, reportFollowing);
        });
        if (followed === null) await endHung(keeping);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (state !== 'fails') log.warn({ err: error }, 'the ledger could not follow Temporal; trying again');
      state = 'fails';
    }
    await pause(TAKE_OVER_INTERVAL_MS, signal);
  }
}

/** Ends a hung follower: another process has the lock, but the ledger lags behind. */
async function endHung({ db, log, hungAfterMs }: Keeping): Promise<void> {
  const name = await endHungFollower(db, { prefix: FOLLOWER_PREFIX, silentMs: hungAfterMs });
  if (name !== null)
    log.warn(
      { follower: followerName(name) },
      'ended the connection of a process that follows Temporal and hangs',
    );
}

async function isFollowed(db: Db): Promise<boolean> {
  const { followedTo, now } = await readLedgerState(db);
  return followedTo !== null && Math.abs(now.getTime() - followedTo.getTime()) < FOLLOWED_MS_MAX;
}

/** Follows until something fails or the process stops. */
async function followOn(
  following: Following,
  { signal, bell, report, log }: Keeping,
  onPass: () => void,
): Promise<void> {
  const makePartitions = every(PARTITIONS_INTERVAL_MS, () => ensureRunPartitions(following.db));
  const checkSilent = every(SILENT_INTERVAL_MS, () => releaseSilent(following));
  let hasFailed = false;
  const reportChanges = every(REPORT_INTERVAL_MS, async () => {
    try {
      if ((await report(following.db)) > 0) bell.ring();
      hasFailed = false;
    } catch (error) {
      // Only warns, because the ledger still follows Temporal.
      if (!hasFailed)
        log.warn({ err: error }, 'problems of dispensaries could not be reported; trying again');
      hasFailed = true;
    }
  });
  let pauseMs = PASS_INTERVAL_MS.least;
  while (!signal.aborted) {
    await makePartitions();
    // Report first, since this also works while Temporal is unavailable.
    await reportChanges();
    await untilStopped(following.client, signal, async () => {
      const { hasChanged, runs } = await makePass(following);
      if (hasChanged) bell.ring();
      pauseMs = Math.min(PASS_INTERVAL_MS.least + runs * PAUSE_PER_RUN_MS, PASS_INTERVAL_MS.most);
      await checkSilent();
    });
    onPass();
    await pause(pauseMs, signal);
  }
}

/** Runs some work on the first call, then on the first call after each interval. */
function every(intervalMs: number, work: () => Promise<void>): () => Promise<void> {
  let dueMs = 0;
  return async () => {
    if (performance.now() < dueMs) return;
    await work();
    dueMs = performance.now() + intervalMs;
  };
}

/** Follows Temporal once, and compares the open runs if that is due. @returns whether the ledger changed, and how many runs were listed */
async function makePass(following: Following): Promise<{ hasChanged: boolean; runs: number }> {
  const taken = await follow(following);
  const { comparedAt, now } = await readLedgerState(following.db);
  const isDue = comparedAt === null || now.getTime() - comparedAt.getTime() >= COMPARE_INTERVAL_MS;
  const compared = isDue ? await compare(following) : { added: 0, ended: 0 };
  return { hasChanged: taken.added + taken.ended + compared.added + compared.ended > 0, runs: taken.runs };
}

/**
 * Runs work, and aborts its calls to Temporal when the process stops. Each call leaves a listener on its signal, so every pass gets
 * a signal of its own.
 */
async function untilStopped(client: Client, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener('abort', end);
  try {
    await client.withAbortSignal(ending.signal, work);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
