import {
  confirmMenu,
  isSeenAgain,
  isWorthRecheck,
  type Look,
  type OpenSuspect,
} from '../domain/belief/confirm-menu.ts';
import { countPriceMoves } from '../domain/belief/count-price-moves.ts';
import { findRepriced } from '../domain/belief/count-returns.ts';
import { judgeMenu, type JudgeSettings } from '../domain/belief/judge-menu.ts';
import type { Suspicion } from '../domain/belief/suspicion.ts';
import type { PriceMoves } from '../domain/belief/known-menu.ts';
import type { FetchedMenu, UnconfirmedMenu } from '../domain/crawl-run.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import type { Db } from '../db/connect.ts';
import { readDatabaseTime } from '../db/database-clock.ts';
import type { HeldRun } from '../db/queries/crawl-runs.ts';
import { endUnconfirmed } from '../db/queries/end-unconfirmed.ts';
import {
  findOfOtherStores,
  findRepeatedPages,
  loadEarlierProducts,
  loadKnownMenu,
} from '../db/queries/menu-evidence.ts';
import { insertPayload, type PayloadRecord } from '../db/queries/payloads.ts';
import { loadProxyOwner } from '../db/queries/proxies.ts';
import { findOpenSuspects, quarantinePayload } from '../db/queries/quarantine.ts';
import { findResolved } from '../db/queries/stages.ts';
import type { CrawlSession } from '../egress/session.ts';
import { normalizeMenu, type NormalizedMenu } from '../platforms/normalize-menu.ts';
import type { Platform } from '../platforms/platform.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import type { CollectedMenu, MenuCollector } from './collect-menu.ts';
import type { MenuMemory } from './menu-memory.ts';
import type { PayloadDocument } from './payload-document.ts';
import { takeBelievedMenu } from './take-believed-menu.ts';

interface Tools {
  db: Db;
  payloadFiles: PayloadFiles;
  menuMemory: MenuMemory;
  judge: JudgeSettings;
}

interface Fetched {
  dispensary: Dispensary;
  platform: Platform;
  collector: MenuCollector;
  session: CrawlSession;
  platformDispensaryId: string;
  /** Whether this is the last look that the run may take, so that a doubt about this menu ends the run unconfirmed. */
  isLastLook: boolean;
  /** The payload that the run fetched earlier, whose file is out of reach. */
  lostPayloadId?: number | undefined;
}

/**
 * Judges a fetched menu and writes it to disk. A doubted menu is kept as evidence and not ingested; another look through another
 * identity may return a better one. If that look shows the same, the chain ends unconfirmed, unless the doubt is settled by then:
 * see `confirmMenu`. If a person has confirmed an earlier menu of the run in the meantime, that menu is ingested.
 * @throws CrawlError SuspectPayload: look again; ContractBroken when most products cannot be read; StorageFull, StaleAttempt
 */
export async function storeMenu(
  tools: Tools,
  run: HeldRun,
  fetched: Fetched,
): Promise<FetchedMenu | UnconfirmedMenu> {
  const { db, judge, payloadFiles, menuMemory } = tools;
  const { collector, dispensary, session } = fetched;
  const menu = collector.menu();
  const { suspicion, normalized, priceMoves } = await judgeFetched(tools, fetched, menu);
  const payload = { ...(await writePayload(tools, fetched, menu)), priceMoves };
  const resolvedId = await findResolved(db, run);
  const stored = (payloadId: number) => ({
    payloadId,
    dispensaryName: dispensary.name,
    stateCode: dispensary.stateCode,
    productCount: payload.productCount,
    pages: payload.pages,
    bytes: payload.bytes,
    ...resolvedAs(resolvedId),
  });
  const accepted = (payloadId: number): FetchedMenu => ({
    ...stored(payloadId),
    missing: menu.missing,
    ...(payloadFiles.held === null ? {} : { held: payloadFiles.held }),
  });
  if (suspicion === null) {
    menuMemory.keep(payload.sha256, normalized);
    return insertPayload(db, run, { payload, doubt: null, resultOf: accepted });
  }

  if (suspicion.fault === 'unreadable') {
    await quarantinePayload(db, run, { payload, suspicion });
    throw new CrawlError('ContractBroken', suspicion.message, { evidence: evidenceOf(suspicion) });
  }
  const open = await findOpenSuspects(db, dispensary.id);
  const look: Look & { suspicion: Suspicion } = {
    suspicion,
    exitAddress: session.exitAddress,
    proxyOwner: await loadProxyOwner(db, session.identity.proxy.id),
    fetchedAt: payload.fetchedAt,
  };
  const confirmation = confirmMenu(look, open, judge.confirmAfterMs);
  if (confirmation !== null)
    return insertPayload(db, run, {
      payload,
      doubt: { suspicion, confirmation },
      resultOf: (id) => ({ ...accepted(id), confirmed: { faults: suspicion.faults, by: confirmation.by } }),
    });
  // A doubt is dropped if a person has confirmed an earlier menu: the doubted one was compared with a catalog that lacks that menu.
  const believed = await takeBelievedMenu(tools, run, { dispensary, lostPayloadId: fetched.lostPayloadId });
  if (believed !== null) return believed;
  return keepDoubted(tools, run, { payload, look, open, isLastLook: fetched.isLastLook, stored });
}

interface Doubted {
  payload: PayloadRecord;
  look: Look & { suspicion: Suspicion };
  open: readonly OpenSuspect[];
  isLastLook: boolean;
  stored: (payloadId: number) => Omit<UnconfirmedMenu, 'crawlRunId' | 'unconfirmed'>;
}

/** Keeps a menu whose doubt is not settled as evidence. @throws CrawlError SuspectPayload: look again; StaleAttempt */
async function keepDoubted(
  { db, judge }: Tools,
  run: HeldRun,
  { payload, look, open, isLastLook, stored }: Doubted,
): Promise<UnconfirmedMenu> {
  const { suspicion } = look;
  if (!isLastLook && !isSeenAgain(look, open)) {
    await quarantinePayload(db, run, { payload, suspicion });
    throw new CrawlError('SuspectPayload', suspicion.message, { evidence: evidenceOf(suspicion) });
  }
  const { faults, message, samples } = suspicion;
  const lookAgainAfterMs = isWorthRecheck(look, open, judge.confirmAfterMs) ? judge.confirmAfterMs : null;
  return endUnconfirmed(db, run, {
    payload,
    suspicion,
    resultOf: (id) => ({ ...stored(id), unconfirmed: { faults, message, samples, lookAgainAfterMs } }),
  });
}

function resolvedAs(platformDispensaryId: string | null): Pick<FetchedMenu, 'resolved'> {
  return platformDispensaryId === null
    ? {}
    : { resolved: { role: 'entry_point_discovery', platformDispensaryId } };
}

async function judgeFetched(
  { db, judge }: Tools,
  { dispensary: { id: dispensaryId }, platform }: Fetched,
  menu: CollectedMenu,
): Promise<{ suspicion: Suspicion | null; normalized: NormalizedMenu; priceMoves: PriceMoves }> {
  const { ids, totalCount, missing, pageHashes } = menu;
  const store = { dispensaryId, platform: platform.name };
  const { earlierPayloads, ...known } = await loadKnownMenu(db, store);
  const normalized = normalizeMenu(platform, menu.products);
  const { products, skipped } = normalized;
  const shelf = new Set(known.shelf.map(({ providerProductId }) => providerProductId));
  const fresh = ids.filter((id) => !shelf.has(id));
  const repriced = findRepriced(known.shelf, products);
  const earlier = await loadEarlierProducts(db, {
    ...store,
    payloads: earlierPayloads,
    ids: [...repriced.keys()],
  });
  const suspicion = judgeMenu(
    {
      known: { ...known, earlier },
      fetched: {
        ids,
        products,
        totalCount,
        missing,
        unreadable: skipped,
      },
      ofOtherStores: await findOfOtherStores(db, { ...store, ids: fresh }),
      ...(await findRepeatedPages(db, { dispensaryId, pageHashes })),
    },
    judge.shares,
  );
  return { suspicion, normalized, priceMoves: countPriceMoves(repriced) };
}

async function writePayload(
  { db, payloadFiles }: Tools,
  { dispensary, session, platformDispensaryId }: Fetched,
  { products, pages, totalCount, missing, fieldsSelected, pageHashes, startedAt }: CollectedMenu,
): Promise<Omit<PayloadRecord, 'priceMoves'>> {
  // The database's time, because a store's payloads are ordered by this time: a worker with a fast clock would make later payloads
  // look old. The end of the fetch, not its start, because the path contains this time, and a resumed retry has the same start.
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
  const { twin, stale, ...counts } = evidence;
  return {
    fault,
    ...counts,
    twinPayloadId: twin?.payloadId ?? null,
    stalePayloadId: stale?.payloadId ?? null,
  };
}
