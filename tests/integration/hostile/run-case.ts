import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { PayloadDocument } from '../../../stages/payload-document.ts';
import type { Db } from '../../../db/connect.ts';
import { CrawlError, FAILURE_KINDS, type FailureKind } from '../../../domain/errors.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { fetchStage, useProxies } from './fetch-stage.ts';
import type { Expected, HostileCase } from './hostile-case.ts';
import { goodSite, idsOf, products, STORE_ID } from './menu.ts';
import type { HostileWorld } from './world.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const WITHIN_MS = 15_000;
/** A logger that omits warnings, because failures are expected here. */
const QUIET = new DefaultLogger('ERROR');
const PATIENT = { connectMs: 10_000, answerMs: 10_000, bodyMs: 10_000 };
const PROXIES = ['good', 'good', 'good', 'good'] as const;

/** Runs the fetch stage in one case. Checks the outcome, and that nothing is left behind that should not be. */
export async function runCase(world: HostileWorld, hostile: HostileCase): Promise<void> {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('hostile-storage-');
  await useProxies(db, await world.proxyPorts(hostile.proxies ?? [...PROXIES]));
  const stage = fetchStage({ db, root, deadlines: { ...PATIENT, ...hostile.deadlines } });
  const surroundings = { db, root, stage };
  if (hostile.before !== undefined) await crawlBefore(world, surroundings, hostile.before);
  const store = await openStore(surroundings, STORE_ID);
  if (hostile.hasHistory === true) await addProduct(db, store.dispensaryId);

  world.serve(hostile.site);
  const first = await store.attempt();
  expect(first.elapsedMs).toBeLessThan(hostile.withinMs ?? WITHIN_MS);
  await expectOutcome(store, first, hostile.expected);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();

  if (!('kind' in hostile.expected) || !LEAVES_PAGES.includes(hostile.expected.kind)) return;
  // For the next attempt the world works again. Nothing that the first attempt left may spoil it.
  await useProxies(db, await world.proxyPorts([...PROXIES]));
  world.serve(goodSite(hostile.menuSize ?? 3));
  await expectMenu(store, await store.attempt(), idsOf(products(hostile.menuSize ?? 3)));
}

/** The kinds of failure that are retried immediately, so that the attempt leaves its pages. */
const LEAVES_PAGES: FailureKind[] = ['UpstreamError', 'SuspectPayload', 'ProxyFault'];

interface Surroundings {
  db: Db;
  root: string;
  stage: ReturnType<typeof fetchStage>;
}

interface Attempt {
  /** The result of the stage; null if it failed. */
  answer: unknown;
  error: unknown;
  elapsedMs: number;
}

interface Store extends Surroundings {
  dispensaryId: number;
  /** Runs the stage again. Each attempt gets the last heartbeat details of the attempt before. */
  attempt(): Promise<Attempt>;
}

async function openStore(surroundings: Surroundings, platformDispensaryId: string): Promise<Store> {
  const { db, stage } = surroundings;
  const dispensaryId = await makeDispensary(db, { platform_dispensary_id: platformDispensaryId });
  const workflowExecution = { workflowId: `crawl/${dispensaryId}`, runId: randomUUID() };
  let number = 0;
  let heartbeatDetails: unknown;
  return {
    ...surroundings,
    dispensaryId,
    async attempt() {
      number += 1;
      const scheduledTimestampMs = Date.now();
      const info = { attempt: number, workflowExecution, scheduledTimestampMs, heartbeatDetails };
      const environment = new MockActivityEnvironment(info, { logger: QUIET });
      environment.on('heartbeat', (details: unknown) => {
        heartbeatDetails = structuredClone(details);
      });
      const startedAt = performance.now();
      const input = { dispensaryId, role: 'payload_fetch' } as const;
      const settled = await environment
        .run(() => stage.fetchMenu(input))
        .then(
          (answer: unknown) => ({ answer, error: null }),
          (error: unknown) => ({ answer: null, error }),
        );
      return { ...settled, elapsedMs: performance.now() - startedAt };
    },
  };
}

async function crawlBefore(
  world: HostileWorld,
  surroundings: Surroundings,
  before: NonNullable<HostileCase['before']>,
): Promise<void> {
  world.serve(before.site);
  const other = await openStore(surroundings, before.platformDispensaryId);
  expect((await other.attempt()).error).toBeNull();
}

async function addProduct(db: Db, dispensaryId: number): Promise<void> {
  await sql`
    insert into store_products (dispensary_id, provider, provider_product_id, name_raw, name, is_on_special,
      is_in_stock, stock_status, options, normalizer_version, first_seen_at, last_seen_at)
    values (${dispensaryId}, 'dutchie', 'known', 'Known', 'Known', false, true, 'in_stock', '[]', 1, now(), now())
  `.execute(db);
}

async function expectOutcome(store: Store, attempt: Attempt, expected: Expected): Promise<void> {
  if ('ids' in expected) await expectMenu(store, attempt, expected.ids);
  else await expectFailure(store, attempt.error, expected);
  const outcomes = await outcomesOf(store.db);
  if (expected.outcomes !== undefined) expect(outcomes).toEqual(expected.outcomes);
  else if ('kind' in expected && expected.kind === 'Blocked')
    expect(outcomes).toEqual(PROXIES.map((_, number) => [number, 'blocked']));
  // A session that returned pages counts as a success, even if they do not make up a menu. A session that broke off blames no proxy.
  else expect(outcomes.filter(([, outcome]) => outcome !== 'success' && outcome !== 'broken')).toEqual([]);
}

async function expectFailure(
  { db, root, dispensaryId }: Store,
  error: unknown,
  expected: Extract<Expected, { kind: string }>,
): Promise<void> {
  expect(error).toBeInstanceOf(CrawlError);
  const { outcomes: _, kind: expectedKind, orKind = expectedKind, ...rest } = expected;
  expect([expectedKind, orKind]).toContain((error as CrawlError).kind);
  expect(error).toMatchObject(rest);
  // The reported message and evidence stay short, whatever the site sent.
  expect(JSON.stringify([(error as CrawlError).message, (error as CrawlError).evidence]).length).toBeLessThan(
    2_000,
  );
  // A menu that the judge does not accept may be in quarantine; nothing else may be stored.
  const rows = await db
    .selectFrom('raw_crawl_payloads')
    .where('dispensary_id', '=', dispensaryId)
    .select('verdict')
    .execute();
  expect(rows.filter(({ verdict }) => verdict !== 'suspect')).toEqual([]);
  if (expected.kind !== 'SuspectPayload') expect(rows).toEqual([]);
  expect(await payloadFilesOf(root, dispensaryId)).toHaveLength(rows.length);
  // Pages are kept only if another attempt will continue from them.
  const { isFinal, kind } = error as CrawlError;
  const isGoneOnFrom = FAILURE_KINDS[kind].retryable && isFinal !== true && kind !== 'SuspectPayload';
  if (!isGoneOnFrom) expect(await filesBelow(root, 'spool')).toEqual([]);
}

async function expectMenu(
  { db, root, dispensaryId }: Store,
  { answer, error }: Attempt,
  ids: (string | null)[],
): Promise<void> {
  expect(error).toBeNull();
  expect(answer).toMatchObject({ productCount: ids.length });
  const rows = await db
    .selectFrom('raw_crawl_payloads')
    .where('dispensary_id', '=', dispensaryId)
    .select(['storage_path', 'sha256', 'size_bytes', 'product_count', 'verdict'])
    .orderBy('id')
    .execute();
  const row = rows.at(-1)!;
  // Earlier payloads that were in quarantine are now rejected.
  expect(rows.map(({ verdict }) => verdict)).toEqual([...rows.slice(1).map(() => 'rejected'), 'accepted']);
  const read = await createPayloadFiles({ root }).read(row.storage_path, {
    sha256: row.sha256,
    bytes: row.size_bytes,
  });
  const document = read as Omit<PayloadDocument, 'products'> & { products: ({ id: string } | null)[] };
  expect(document.products.map((raw) => raw?.id ?? null)).toEqual(ids);
  expect(document.platformDispensaryId).toBe(STORE_ID);
  expect(await payloadFilesOf(root, dispensaryId)).toHaveLength(rows.length);
  expect(await filesBelow(root, 'spool')).toEqual([]);
}

/** Reads the outcomes of the sessions, with the number of the proxy within the case. */
async function outcomesOf(db: Db): Promise<NonNullable<Expected['outcomes']>> {
  const proxies = await db.selectFrom('proxies').select('id').orderBy('id').execute();
  const events = await db
    .selectFrom('proxy_events')
    .select(['proxy_id', 'outcome'])
    .orderBy('proxy_id')
    .orderBy('attempt_key')
    .execute();
  return events.map(({ proxy_id, outcome }) => [proxies.findIndex(({ id }) => id === proxy_id), outcome]);
}

async function payloadFilesOf(root: string, dispensaryId: number): Promise<string[]> {
  return (await filesBelow(root, 'payloads')).filter((name) => name.startsWith(`store_${dispensaryId}_`));
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
