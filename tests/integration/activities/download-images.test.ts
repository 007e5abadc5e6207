import { MockActivityEnvironment } from '@temporalio/testing';
import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createDownloadImagesActivities, type ImagesResult } from '../../../activities/download-images.ts';
import type { Db } from '../../../db/connect.ts';
import { leaseProxy, releaseProxyLease, renewProxyLease } from '../../../db/queries/proxy-leases.ts';
import { recordProxyOutcome } from '../../../db/queries/proxy-outcomes.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { createProxyLeases } from '../../../egress/lease-proxy.ts';
import { makeIdentity } from '../../../egress/make-identity.ts';
import type { SessionPorts } from '../../../egress/session.ts';
import { createImageFiles } from '../../../storage/image-files.ts';
import { mountSmallDisk } from '../../../faults/world/small-disk.ts';
import { NO_SMALL_DISK } from '../../support/small-disk.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginRun, day, ingest } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';
import { makeProxies, seal } from '../db/make-proxies.ts';

const PRODUCTS = 20;

const disk = mountSmallDisk(1024 * 1024);
afterAll(() => disk?.unmount());

const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

/** Mocks the monotonic clock of this process. It runs on as usual, but tests can also set it forward by some milliseconds. */
function steppedClock(): { step: (ms: number) => void } {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  onTestFinished(() => spy.mockRestore());
  return { step: (ms) => (aheadMs += ms) };
}

interface Network {
  /** Called before a proxy is leased. */
  admit?: () => void;
  /** Called when a session is opened, with the number of the session, counted from 0. */
  open?: (session: number) => void;
  /** Called before a session downloads a picture, with the number of that session. */
  download: (session: number) => void;
}

/** Makes a store with pictures to download. `network` replaces the outside world; the rest is real. */
async function makeStore(network: Network, { attempt = 1, root }: { attempt?: number; root?: string } = {}) {
  const { db } = await createTestDatabase();
  await makeProxies(db, 4);
  const run = await beginRun(db);
  const products = Array.from({ length: PRODUCTS }, (_, at) => makeProduct(`p${at}`));
  await ingest(db, run, { fetchedAt: day(1), products });
  const { workflow_id: workflowId, workflow_run_id: runId } = await db
    .selectFrom('crawl_runs')
    .select(['workflow_id', 'workflow_run_id'])
    .executeTakeFirstOrThrow();
  const imageFiles = createImageFiles({ root: root ?? (await temporaryFolder('images-')) });
  const sessions = createPorts(db, network);
  const activities = createDownloadImagesActivities({
    db,
    wakeWaiter: async () => true,
    sessions,
    imageFiles,
    worker: 'Xylos',
  });
  const input = { dispensaryId: run.dispensaryId, role: 'payload_fetch', turn: 1 } as const;
  const context = new MockActivityEnvironment({ attempt, workflowExecution: { workflowId, runId } });
  const acquirePermit = () =>
    context.run<[], ImagesResult, () => Promise<ImagesResult>>(
      () => activities.downloadImages(input) as Promise<ImagesResult>,
    );
  return { db, acquirePermit };
}

function createPorts(db: Db, { admit, open, download }: Network): SessionPorts {
  return {
    admit: async () => Promise.resolve(admit?.()),
    leaseProxy: createProxyLeases({
      leaseProxy: (request) => leaseProxy(db, seal, request),
      renewLease: (leaseId) => renewProxyLease(db, leaseId),
      releaseLease: (leaseId) => releaseProxyLease(db, leaseId),
      alert: () => undefined,
    }),
    recordProxyOutcome: (outcome) => recordProxyOutcome(db, outcome),
    openSession: async (purpose, turn) => {
      open?.(turn.number);
      return {
        identity: makeIdentity(purpose, turn),
        exitAddress: '203.0.113.7',
        askJson: () => Promise.resolve({}),
        download: async () => {
          download(turn.number);
          return Promise.resolve({ bytes, contentType: 'image/png' });
        },
        usage: () => ({ bytes: 5, responseTimeMs: 20 }),
        close: () => Promise.resolve(),
      };
    },
  };
}

const proxyGone = () =>
  new CrawlError('ProxyFault', 'The proxy is gone', { evidence: { fault: 'proxy-auth' } });

const outcomesOf = (db: Db) =>
  db.selectFrom('proxy_events').select(['proxy_id', 'outcome']).orderBy('id').execute();

test('a turn whose session fails when its time is over ends, and counts no other proxy as good', async () => {
  const clock = steppedClock();
  const { db, acquirePermit } = await makeStore({
    download() {
      clock.step(40_000);
      throw proxyGone();
    },
  });
  expect(await acquirePermit()).toEqual({ downloaded: 0, failed: 0, waiting: PRODUCTS });
  expect((await outcomesOf(db)).map(({ outcome }) => outcome)).toEqual(['fault']);
  expect(await db.selectFrom('proxy_leases').select('id').execute()).toEqual([]);
});

test('a session that opens when the time is over downloads some before it counts as good', async () => {
  const clock = steppedClock();
  const { db, acquirePermit } = await makeStore({
    open(session) {
      if (session === 1) clock.step(40_000);
    },
    download(session) {
      if (session === 0) throw proxyGone();
    },
  });
  const { downloaded, waiting = 0 } = await acquirePermit();
  expect((await outcomesOf(db)).map(({ outcome }) => outcome)).toEqual(['fault', 'success']);
  expect(downloaded).toBeGreaterThan(0);
  expect(waiting).toBeGreaterThan(0);
  expect(downloaded + waiting).toBe(PRODUCTS);
});

test('a session whose downloads break off in a row is broken, and another one goes on', async () => {
  let downloads = 0;
  const { db, acquirePermit } = await makeStore({
    download(session) {
      if (session > 0) return;
      downloads += 1;
      // A complete download resets the count of truncated ones.
      if (downloads === 4) return;
      throw new CrawlError('UpstreamError', 'The answer ended early', { evidence: { fault: 'truncated' } });
    },
  });
  const { downloaded, failed, waiting } = await acquirePermit();
  expect((await outcomesOf(db)).map(({ outcome }) => outcome)).toEqual(['fault', 'success']);
  // When the fifth download in a row is truncated, three others are still running; they finish, and no further download begins.
  expect(downloads).toBeGreaterThanOrEqual(9);
  expect(downloads).toBeLessThanOrEqual(12);
  expect(waiting).toBeUndefined();
  expect(downloaded + failed).toBeGreaterThanOrEqual(PRODUCTS);
});

test('a turn that cannot begin fails, and does not ask for the next one at once', async () => {
  const { acquirePermit } = await makeStore({
    admit() {
      throw new CrawlError('RateLimited', 'The platform is stopped');
    },
    download: () => undefined,
  });
  await expect(acquirePermit()).rejects.toMatchObject({ kind: 'RateLimited' });
});

test.skipIf(disk === null)(
  `a full disk (${NO_SMALL_DISK}) is waited for, however many attempts have found it full`,
  async () => {
    const { acquirePermit } = await makeStore(
      { download: () => undefined },
      { attempt: 40, root: disk!.root },
    );
    await disk!.fill();
    const failure: unknown = await acquirePermit().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'StorageFull' });
    expect(failure).not.toHaveProperty('isFinal');
    await disk!.free();
    const { downloaded, failed, waiting } = await acquirePermit();
    expect(downloaded).toBeGreaterThanOrEqual(PRODUCTS);
    expect({ failed, waiting }).toEqual({ failed: 0, waiting: undefined });
  },
);
