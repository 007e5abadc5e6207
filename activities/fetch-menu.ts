import { activityInfo, cancellationSignal } from '@temporalio/activity';
import type { FetchedMenu } from '../domain/crawl-run.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import type { ChainRole } from '../domain/role.ts';
import type { Db } from '../db/connect.ts';
import { completeStage, enterStage, type HeldRun } from '../db/queries/crawl-runs.ts';
import { hasProducts, loadDispensary, savePlatformId } from '../db/queries/dispensaries.ts';
import { insertPayload } from '../db/queries/payloads.ts';
import type { CrawlSession, SessionPorts } from '../egress/crawl-session.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import type { Platform } from '../platforms/platform.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PageSpool } from '../storage/page-spool.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { attemptKey, callingChain } from './calling-chain.ts';
import { createMenuCollector, type MenuCollector, type MenuCursor } from './collect-menu.ts';
import { heartbeatWhile } from './heartbeat-while.ts';
import type { PayloadDocument } from './payload-document.ts';
import { resolvePlatformId } from './resolve-platform-id.ts';

export interface FetchMenuInput {
  dispensaryId: number;
  role: ChainRole;
}

interface Tools {
  db: Db;
  platforms: PlatformRegistry;
  sessions: SessionPorts;
  payloadFiles: PayloadFiles;
  pageSpool: PageSpool;
  worker: string;
}

/** Activities that fetch menus. */
export function createFetchMenuActivities(tools: Tools) {
  return {
    /**
     * Fetches the whole menu of a dispensary through leased identities and puts it on disk. Each page heartbeats its
     * place; a retry goes on from there where the pages are at hand, else starts over.
     * @throws CrawlError of any kind; what was fetched is then not served, and nothing is half-written
     */
    async fetchMenu(input: FetchMenuInput): Promise<FetchedMenu> {
      const dispensary = await loadCrawlable(tools.db, input.dispensaryId);
      const { run, done } = await enterStage<FetchedMenu>(tools.db, callingChain(input), {
        stage: 'fetch',
        role: input.role,
        worker: tools.worker,
      });
      if (done !== null) return done;
      const result = await fetchAndStore(tools, run, dispensary);
      await completeStage(tools.db, run, { stage: 'fetch', result });
      return result;
    },
  };
}

async function loadCrawlable(db: Db, id: number): Promise<Dispensary> {
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

async function fetchAndStore(tools: Tools, run: HeldRun, dispensary: Dispensary): Promise<FetchedMenu> {
  const platform = tools.platforms[dispensary.platform];
  const collector = await createMenuCollector(tools.pageSpool, {
    platform,
    key: { run: run.crawlRunId, attempt: run.fence },
    cursor: (activityInfo().heartbeatDetails as MenuCursor | undefined) ?? null,
  });
  const purpose = {
    stateCode: dispensary.stateCode,
    timeZone: dispensary.timeZone,
    attemptKey: attemptKey(),
    signal: cancellationSignal(),
  };
  const fetched = await heartbeatWhile(
    () => collector.cursor(),
    () =>
      withIdentities(tools.sessions, purpose, async (session) => {
        const platformDispensaryId = await platformIdOf(tools.db, { dispensary, platform, session });
        await collector.collect(session, platformDispensaryId);
        return { session, platformDispensaryId };
      }),
  );
  try {
    await refuseSuspect(tools.db, dispensary, collector);
  } catch (error) {
    // The retry must ask again, not go on from the very pages that are in doubt.
    await collector.forget();
    throw error;
  }
  const stored = await store(tools, run, { dispensary, collector, ...fetched });
  await collector.forget();
  return stored;
}

interface Resolving {
  dispensary: Dispensary;
  platform: Platform;
  session: CrawlSession;
}

async function platformIdOf(db: Db, { dispensary, platform, session }: Resolving): Promise<string> {
  if (dispensary.platformDispensaryId !== null) return dispensary.platformDispensaryId;
  const resolved = await resolvePlatformId(session, platform, dispensary);
  await savePlatformId(db, dispensary.id, resolved);
  return resolved;
}

/**
 * A payload that cannot be whole never reaches ingest: a block can look like an empty menu.
 * @throws CrawlError SuspectPayload
 */
async function refuseSuspect(db: Db, dispensary: Dispensary, collector: MenuCollector): Promise<void> {
  const { unique, totalCount } = collector.state();
  if (totalCount !== null && unique < totalCount) {
    throw new CrawlError(
      'SuspectPayload',
      `The platform says that the menu has ${totalCount} products; its pages held ${unique}.`,
      {
        evidence: { unique, totalCount },
      },
    );
  }
  if (unique === 0 && (await hasProducts(db, dispensary.id))) {
    throw new CrawlError(
      'SuspectPayload',
      `The menu of ${dispensary.name} came back empty, though products of it are known.`,
      {
        evidence: { unique, totalCount },
      },
    );
  }
}

interface Fetched {
  dispensary: Dispensary;
  collector: MenuCollector;
  session: CrawlSession;
  platformDispensaryId: string;
}

async function store(
  tools: Tools,
  run: HeldRun,
  { dispensary, collector, session, platformDispensaryId }: Fetched,
): Promise<FetchedMenu> {
  const { products, pages, totalCount, startedAt } = collector.state();
  // The end, not the start: a retry that resumes has the same start, and a payload's path is made of its time.
  const fetchedAt = new Date();
  const document: PayloadDocument = {
    platform: dispensary.platform,
    platformDispensaryId,
    dispensaryId: dispensary.id,
    fetchedAt: fetchedAt.toISOString(),
    pages,
    totalCount,
    products,
  };
  const file = await tools.payloadFiles.write({ dispensaryId: dispensary.id, fetchedAt, document });
  const payloadId = await insertPayload(tools.db, run, {
    platform: dispensary.platform,
    storagePath: file.path,
    sha256: file.sha256,
    bytes: file.bytes,
    rawBytes: file.rawBytes,
    productCount: products.length,
    pages,
    proxyId: session.identity.proxy.id,
    browserProfile: session.identity.profile.name,
    exitAddress: session.exitAddress,
    fetchDurationMs: fetchedAt.getTime() - startedAt.getTime(),
    fetchedAt,
  });
  return {
    payloadId,
    dispensaryName: dispensary.name,
    stateCode: dispensary.stateCode,
    productCount: products.length,
    pages,
    bytes: file.bytes,
  };
}
