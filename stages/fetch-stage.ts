import { activityInfo, cancellationDetails, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { FetchedMenu, UnconfirmedMenu } from '../domain/crawl-run.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import type { JudgeSettings } from '../domain/belief/judge-menu.ts';
import { CrawlError, FAILURE_KINDS } from '../domain/errors.ts';
import { GIVE_UP_AFTER_MS, REFUSALS_MAX } from '../domain/fetch-bounds.ts';
import type { ChainRole } from '../domain/role.ts';
import type { MayWait, WaitsForStore } from '../domain/store-turn.ts';
import type { Db } from '../db/connect.ts';
import { openDatabaseClock } from '../db/database-clock.ts';
import { enterStage, isClosed, type HeldRun } from '../db/queries/crawl-runs.ts';
import { loadDispensary } from '../db/queries/dispensaries.ts';
import type { SessionPorts } from '../egress/session.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PageSpool } from '../storage/page-spool.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { callingChain, endingTask } from './calling-chain.ts';
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
  /** The payload that this chain fetched before, and whose file is out of reach. */
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

/** @throws CrawlError NotFound, InvalidInput when its crawls are switched off */
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

/** What is fetched, and under which name the proxies' health is kept. */
export interface FetchAim {
  dispensary: Dispensary;
  target: string;
}

/**
 * Fetches a whole menu through leased identities and puts it on disk, as the stage `fetch` of the calling chain. Each
 * page heartbeats its place; a retry goes on from there where the pages are at hand, else starts over.
 * @returns the menu; or the task of the store that has to end first
 * @throws CrawlError of any kind; what was fetched is then not served, and nothing is half-written
 */
export async function fetchInStage(
  tools: FetchTools,
  input: FetchMenuInput,
  aim: FetchAim,
): Promise<FetchedMenu | UnconfirmedMenu | WaitsForStore> {
  return unlessTaken(input, async () => {
    const { run, done } = await enterStage<FetchedMenu | UnconfirmedMenu>(tools.db, callingChain(input), {
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
    // Pages that no attempt will go on from, or that are in doubt, are of no use.
    if (!mayResume(failure) || (await isRunOver(tools.db, run))) await collector.forget();
    throw failure;
  }
}

interface RetryBounds {
  collector: MenuCollector;
  now: () => Date;
}

/** Work whose failures count in the heartbeat details before the last heartbeat of the attempt. */
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
 * Makes a failure final when the store has refused often enough, or the fetch has gone on for long enough. Attempts are
 * not counted: a limit, a dead proxy or a worker that was killed must not spend what is there for refusals.
 */
function boundRetries(error: unknown, { collector, now }: RetryBounds): unknown {
  if (cancellationSignal().aborted) return error;
  // A platform that an operator has stopped is waited for, however long that takes, and that time does not count.
  if (error instanceof CrawlError && error.evidence?.['fault'] === 'stopped') collector.restartClock();
  const isLate = now().getTime() - Date.parse(collector.cursor().startedAt) > GIVE_UP_AFTER_MS;
  if (!(error instanceof CrawlError)) {
    // A fault of ours, or of the database: it must not hold the store for ever.
    return isLate ? ApplicationFailure.nonRetryable(wordsOf(error), 'Error') : error;
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

function wordsOf(error: unknown): string {
  return error instanceof Error ? scrubCredentials(error.message) : 'unknown failure';
}

function mayResume(failure: unknown): boolean {
  if (cancellationDetails()?.cancelRequested) return false;
  if (!(failure instanceof CrawlError)) return true;
  return FAILURE_KINDS[failure.kind].retryable && !failure.isFinal && failure.kind !== 'SuspectPayload';
}

/**
 * A workflow that is cancelled does not wait for its activity, which then learns no more than that it is not known any
 * longer. The ledger tells that from an attempt which another one has taken over from.
 */
async function isRunOver(db: Db, run: HeldRun): Promise<boolean> {
  if (!cancellationDetails()?.notFound) return false;
  // Pages that stay for want of an answer are removed by the sweep.
  return isClosed(db, run).catch(() => false);
}
