import type { FetchedMenu } from '../domain/crawl-run.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import {
  isSettledByRepeating,
  judgeMenu,
  type JudgeThresholds,
  type MenuEvidence,
  type Suspicion,
} from '../domain/judge-menu.ts';
import type { Db } from '../db/connect.ts';
import { readDatabaseTime } from '../db/database-clock.ts';
import type { HeldRun } from '../db/queries/crawl-runs.ts';
import { compareWithShelf, findTwinPages } from '../db/queries/menu-evidence.ts';
import { insertPayload, type PayloadRecord } from '../db/queries/payloads.ts';
import { findSuspect, quarantinePayload, type SuspectPayload } from '../db/queries/quarantine.ts';
import { findResolved } from '../db/queries/stages.ts';
import type { CrawlSession } from '../egress/session.ts';
import type { Platform } from '../platforms/platform.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import type { CollectedMenu, MenuCollector } from './collect-menu.ts';
import type { PayloadDocument } from './payload-document.ts';

interface Tools {
  db: Db;
  payloadFiles: PayloadFiles;
  judge: JudgeThresholds;
}

interface Fetched {
  dispensary: Dispensary;
  platform: Platform;
  collector: MenuCollector;
  session: CrawlSession;
  platformDispensaryId: string;
}

/**
 * Judges a menu that was fetched and puts it on disk. One that is not believed is kept as evidence and never reaches
 * ingest; what another identity then gets may confirm it.
 * @throws CrawlError SuspectPayload, StorageFull, StaleAttempt
 */
export async function storeMenu(tools: Tools, run: HeldRun, fetched: Fetched): Promise<FetchedMenu> {
  const menu = fetched.collector.menu();
  const suspicion = await judgeFetched(tools, fetched, menu);
  const exitAddress = fetched.session.exitAddress;
  const earlier = suspicion === null ? null : await findSuspect(tools.db, run);
  const isConfirmed = suspicion !== null && confirms(earlier, { suspicion, exitAddress });
  const payload = await writePayload(tools, fetched, menu);
  if (suspicion !== null && !isConfirmed) {
    await quarantinePayload(tools.db, run, { payload, suspicion });
    throw new CrawlError('SuspectPayload', suspicion.message, { evidence: evidenceOf(suspicion) });
  }
  const { dispensary } = fetched;
  const { missing } = menu;
  const { held } = tools.payloadFiles;
  const resolvedId = await findResolved(tools.db, run);
  return insertPayload(tools.db, run, {
    payload,
    suspicion,
    confirms: earlier?.id ?? null,
    resultOf: (payloadId): FetchedMenu => ({
      payloadId,
      dispensaryName: dispensary.name,
      stateCode: dispensary.stateCode,
      productCount: payload.productCount,
      missing,
      pages: payload.pages,
      bytes: payload.bytes,
      ...(held === null ? {} : { held }),
      ...(resolvedId === null
        ? {}
        : { resolved: { role: 'entry_point_discovery', platformDispensaryId: resolvedId } }),
    }),
  });
}

async function judgeFetched(
  { db, judge }: Tools,
  { dispensary, platform }: Fetched,
  { ids, products, unique, totalCount, missing, pageHashes }: CollectedMenu,
): Promise<Suspicion | null> {
  const normalize = platform.normalizerOf(products);
  const compared = ids.map((id, place) => {
    const normalized = normalize(products[place]);
    return { id, priceRec: normalized.ok ? normalized.product.priceRec : null };
  });
  const evidence: MenuEvidence = {
    unique,
    totalCount,
    missing,
    ...(await compareWithShelf(db, {
      dispensaryId: dispensary.id,
      platform: dispensary.platform,
      products: compared,
    })),
    twin: await findTwinPages(db, { dispensaryId: dispensary.id, pageHashes }),
  };
  return judgeMenu(evidence, judge);
}

/** How far two answers may differ and still be the same: menus change while they are asked for. */
const SAME_WITHIN_SHARE = 0.02;

/** Whether a suspicion is settled by what was fetched before: the same menu, seen from another address. */
function confirms(
  earlier: SuspectPayload | null,
  { suspicion, exitAddress }: { suspicion: Suspicion; exitAddress: string },
): boolean {
  if (earlier === null || earlier.suspicion.fault !== suspicion.fault) return false;
  if (!isSettledByRepeating(suspicion) || earlier.exitAddress === exitAddress) return false;
  const [before, now] = [earlier.suspicion.evidence, suspicion.evidence];
  return (['unique', 'gone', 'repriced'] as const).every(
    (count) => Math.abs(before[count] - now[count]) <= Math.max(1, now.known * SAME_WITHIN_SHARE),
  );
}

async function writePayload(
  { db, payloadFiles }: Tools,
  { dispensary, session, platformDispensaryId }: Fetched,
  { products, pages, totalCount, missing, fieldsSelected, pageHashes, startedAt }: CollectedMenu,
): Promise<PayloadRecord> {
  // Payloads of a store are ordered by this time, so it is the database's: a worker whose clock is ahead would make what
  // others fetch later look old. It is the end of the fetch, since a retry that resumes has the same start, and a path is
  // made of it.
  const fetchedAt = await readDatabaseTime(db);
  const document: PayloadDocument = {
    platform: dispensary.platform,
    platformDispensaryId,
    dispensaryId: dispensary.id,
    fetchedAt: fetchedAt.toISOString(),
    pages,
    totalCount,
    products,
  };
  const file = await payloadFiles.write({ dispensaryId: dispensary.id, fetchedAt, document });
  return {
    platform: dispensary.platform,
    storagePath: file.path,
    heldBy: payloadFiles.held?.holder ?? null,
    sha256: file.sha256,
    bytes: file.bytes,
    rawBytes: file.rawBytes,
    productCount: products.length,
    pages,
    totalCount,
    missingCount: missing,
    fieldsSelected,
    pageHashes,
    proxyId: session.identity.proxy.id,
    browserProfile: session.identity.profile.name,
    exitAddress: session.exitAddress,
    fetchDurationMs: Math.max(0, fetchedAt.getTime() - startedAt.getTime()),
    fetchedAt,
  };
}

function evidenceOf({ fault, evidence }: Suspicion): Record<string, string | number | null> {
  const { twin, ...counts } = evidence;
  return { fault, ...counts, twinPayloadId: twin?.payloadId ?? null };
}
