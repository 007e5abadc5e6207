import { activityInfo, cancellationDetails, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { FetchedMenu, UnconfirmedMenu } from '../domain/crawl-run.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import type { JudgeSettings } from '../domain/belief/judge-menu.ts';
import { CrawlError, FAILURE_KINDS } from '../domain/errors.ts';
import { GIVE_UP_AFTER_MS, REFUSALS_MAX } from '../domain/fetch-bounds.ts';
import type { ChainRole } from '../domain/role.ts';
import type { MayWait, WaitsForStore } from '../domain/store-wait.ts';
import type { Db } from '../db/connect.ts';
import { openDatabaseClock } from '../db/database-clock.ts';
import { enterStage, isClosed, type HeldRun } from '../db/queries/crawl-runs.ts';
import { loadDispensary } from '../db/queries/dispensaries.ts';
import type { SessionPorts } from '../egress/session.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PageSpool } from '../storage/page-spool.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { currentChain, endingTask } from './current-chain.ts';
import { createMenuCollector, type MenuCollector, type MenuCursor } from './collect-menu.ts';
import { createStoreFetch } from './fetch-from-store.ts';
import { heartbeatWhile } from './heartbeat-while.ts';
import type { MenuMemory } from './menu-memory.ts';
import { passStoreOn, unlessTaken, type StoreTools } from './pass-store-on.ts';
import type { QueryMemory } from './query-memory.ts';
import { purposeOf } from './session-purpose.ts';
import { storeMenu } from './store-menu.ts';
import { takeBelievedMenu } from './take-believed-menu.ts';

export interface FetchMenuInput extends MayWait {
  dispensaryId: number;
  role: ChainRole;
  /** The payload that this chain fetched earlier, whose file is out of reach. */
  lostPayloadId?: number;
}

export interface FetchTools extends StoreTools {
  platforms: PlatformRegistry;
  sessions: SessionPorts;
  payloadFiles: PayloadFiles;
  pageSpool: PageSpool;
  queryMemory: QueryMemory;
  menuMemory: MenuMemory;
  judge: JudgeSettings;
  worker: string;
}

/** Loads a dispensary that may be crawled. @throws CrawlError NotFound; InvalidInput when its crawls are switched off */
export async function loadCrawlable(db: Db, id: number): Promise<Dispensary> {
  const dispensary = await loadDispensary(db, id);
  if (dispensary === null) throw new CrawlError('NotFound', `There is no dispensary ${id}.`);
  if (!dispensary.crawlEnabled) {
    throw new CrawlError(
      'InvalidInput',
      `Crawling of dispensary ${id} (${dispensary.name}) is switched off: its crawl_enabled is false.`,
    );
  }
  return dispensary;
}

/** The dispensary to fetch, and the target under which the proxies' health is recorded. */
export interface FetchAim {
  dispensary: Dispensary;
  target: string;
}

/**
 * Fetches a whole menu through leased identities and writes it to disk, as the stage `fetch` of the calling chain. The position is
 * heartbeated after each page; a retry resumes from there if the pages are available, and otherwise starts over.
 * @returns the menu, or the task of the store that must end first
 * @throws CrawlError of any kind; the fetched part is then not served, and nothing is half-written
 */
export async function fetchInStage(
  tools: FetchTools,
  input: FetchMenuInput,
  aim: FetchAim,
): Promise<FetchedMenu | UnconfirmedMenu | WaitsForStore> {
  return unlessTaken(input, async () => {
    const { run, done } = await enterStage<FetchedMenu | UnconfirmedMenu>(tools.db, currentChain(input), {
      stage: 'fetch',
      role: input.role,
      worker: tools.worker,
      isUndone: ({ payloadId }) => payloadId === input.lostPayloadId,
    });
    const menu = done ?? (await fetchAndStore(tools, run, { ...aim, ...input }));
    if ('unconfirmed' in menu) await passStoreOn(tools, endingTask(input.dispensaryId));
    return menu;
  });
}

async function fetchAndStore(
  tools: FetchTools,
  run: HeldRun,
  { dispensary, target, role, lostPayloadId }: FetchAim & FetchMenuInput,
): Promise<FetchedMenu | UnconfirmedMenu> {
  const platform = tools.platforms[dispensary.platform];
  const { now } = await openDatabaseClock(tools.db);
  const collector = await createMenuCollector(tools.pageSpool, {
    platform,
    memory: tools.queryMemory,
    platformDispensaryId: dispensary.platformDispensaryId,
    apiUrl: dispensary.apiUrl,
    key: { run: run.crawlRunId, attempt: run.fence },
    cursor: (activityInfo().heartbeatDetails as MenuCursor | undefined) ?? null,
    now,
  });
  const purpose = purposeOf(dispensary, target);
  const fetchFrom = createStoreFetch(tools, { run, dispensary, platform, role, collector, now });
  try {
    return await heartbeatWhile(
      () => collector.cursor(),
      boundingRetries({ collector, now }, async () => {
        const believed = await takeBelievedMenu(tools, run, { dispensary, lostPayloadId });
        if (believed !== null) {
          await collector.forget();
          return believed;
        }
        const fetched = await withIdentities(tools.sessions, purpose, async (session) => ({
          session,
          platformDispensaryId: await fetchFrom(session),
        }));
        const isLastLook = collector.cursor().refusals >= REFUSALS_MAX - 1;
        const stored = await storeMenu(tools, run, {
          dispensary,
          platform,
          collector,
          isLastLook,
          lostPayloadId,
          ...fetched,
        });
        await collector.forget();
        return stored;
      }),
    );
  } catch (failure) {
    // Remove pages from which no attempt will resume, such as those of a doubted menu.
    if (!mayResume(failure) || (await isRunOver(tools.db, run))) await collector.forget();
    throw failure;
  }
}

interface RetryBounds {
  collector: MenuCollector;
  now: () => Date;
}

/**
 * Wraps work so that its retries are bounded. Must be inside `heartbeatWhile`, so that the last heartbeat of a failed attempt has the
 * new count of refusals.
 */
function boundingRetries<Result>(bounds: RetryBounds, work: () => Promise<Result>): () => Promise<Result> {
  return async () => {
    try {
      return await work();
    } catch (error) {
      throw boundRetries(error, bounds);
    }
  };
}

/**
 * Makes a failure final when the store has refused too often, or when the fetch has taken too long. Attempts are not counted: a
 * rate limit, a dead proxy or a killed worker must not use up the retries meant for refusals.
 */
function boundRetries(error: unknown, { collector, now }: RetryBounds): unknown {
  if (cancellationSignal().aborted) return error;
  // The fetch waits for a platform that an operator has stopped, however long that takes, and that time does not count.
  if (error instanceof CrawlError && error.evidence?.['fault'] === 'stopped') collector.restartClock();
  const isLate = now().getTime() - Date.parse(collector.cursor().startedAt) > GIVE_UP_AFTER_MS;
  if (!(error instanceof CrawlError)) {
    // A bug of ours or a database failure must not hold the store forever.
    return isLate ? ApplicationFailure.nonRetryable(messageOf(error), 'Error') : error;
  }
  const isRefusal = error.kind === 'Blocked' || error.kind === 'SuspectPayload';
  const isFinal = isRefusal ? collector.countRefusal() >= REFUSALS_MAX : isLate;
  if (!isFinal) return error;
  const { kind, message, evidence, retryAfterMs, cause } = error;
  return new CrawlError(kind, message, {
    isFinal,
    cause,
    ...(evidence === undefined ? {} : { evidence }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? scrubCredentials(error.message) : 'unknown failure';
}

function mayResume(failure: unknown): boolean {
  if (cancellationDetails()?.cancelRequested) return false;
  if (!(failure instanceof CrawlError)) return true;
  const { kind, isFinal } = failure;
  return (
    FAILURE_KINDS[kind].retryable && isFinal !== true && kind !== 'SuspectPayload' && kind !== 'StaleAttempt'
  );
}

/**
 * Whether the run has ended. A cancelled workflow does not wait for its activity: the server then reports only that the attempt
 * is not known, as it does when another attempt has replaced this one. The ledger distinguishes the two cases.
 */
async function isRunOver(db: Db, run: HeldRun): Promise<boolean> {
  if (!cancellationDetails()?.notFound) return false;
  // If this cannot be determined, the pages stay, and the sweep removes them.
  return isClosed(db, run).catch(() => false);
}
