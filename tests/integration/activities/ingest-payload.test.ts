import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createMenuMemory } from '../../../stages/menu-memory.ts';
import { createIngestPayloadActivities } from '../../../activities/ingest-payload.ts';
import { noFlaws } from '../../../domain/count-flaws.ts';
import { createRefreshPayloadActivities } from '../../../activities/refresh-payload.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import type { Db } from '../../../db/connect.ts';
import { isUncountedOutage } from '../../../db/database-errors.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { makeProduct } from '../db/make-product.ts';
import { connectThroughLink } from '../../support/linked-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import {
  day,
  FETCH,
  makeClaim,
  makeDispensary,
  makePayloadRecord,
  MISS_RULE,
  storePayload,
} from '../db/make-crawl.ts';

const PRODUCT = { id: 'p1', Name: 'Product 1', Options: ['1g'], recPrices: [10] };
const LOST_CONNECTIONS_MAX = 60;

/** Prepares attempts to ingest one stored payload. Each attempt gets the last heartbeat details of the attempt before. */
async function openIngest(db: Db, workerDb: Db, products: object[] = [PRODUCT]) {
  const unreadable: object[] = [];
  const dispensaryId = await makeDispensary(db);
  const claim = makeClaim(dispensaryId, { workflowRunId: randomUUID() });
  const { run } = await enterStage(db, claim, FETCH);
  const payloadFiles = createPayloadFiles({ root: await temporaryFolder('ingest-') });
  const file = await payloadFiles.write({
    dispensaryId,
    fetchedAt: day(1),
    document: { products },
  });
  const record = await makePayloadRecord(db, day(1));
  const payloadId = await storePayload(db, run, {
    ...record,
    storagePath: file.path,
    sha256: file.sha256,
    bytes: file.bytes,
    rawBytes: file.rawBytes,
  });
  const menuMemory = createMenuMemory();
  const tools = {
    db: workerDb,
    wakeWaiter: async () => true,
    platforms: createPlatformRegistry(platformSettings(readEnvironment({}))),
    payloadFiles,
    missRule: MISS_RULE,
    onUnreadable: (menu: object) => unreadable.push(menu),
  };
  const activities = createIngestPayloadActivities({
    ...tools,
    menuMemory,
    worker: 'Kryll',
    adaptsFromHours: undefined,
  });
  const again = createRefreshPayloadActivities({ ...tools, returnSeconds: 0 });
  let heartbeatDetails: unknown;
  let scheduledMs = claim.scheduledAt.getTime();
  const input = { dispensaryId, role: 'payload_fetch', payloadId, isLastStage: true } as const;
  return {
    dispensaryId,
    payloadId,
    payloadFiles,
    sha256: file.sha256,
    menuMemory,
    unreadable,
    heartbeatDetails: () => heartbeatDetails,
    refresh: () => new MockActivityEnvironment().run(() => again.refreshPayload({ payloadId })),
    /** Runs an attempt. @param scheduledAt when the server scheduled the attempt; default: one second after the previous one */
    attempt: async (scheduledAt = new Date((scheduledMs += 1_000))): Promise<unknown> => {
      const environment = new MockActivityEnvironment(
        {
          heartbeatDetails,
          scheduledTimestampMs: claim.scheduledAt.getTime(),
          currentAttemptScheduledTimestampMs: scheduledAt.getTime(),
          workflowExecution: { workflowId: claim.workflowId, runId: claim.workflowRunId },
        },
        { logger: new DefaultLogger('ERROR') },
      );
      environment.on('heartbeat', (details: unknown) => (heartbeatDetails = details));
      return environment.run(() => activities.ingestPayload(input)).catch((error: unknown) => error);
    },
  };
}

test('an ingest that breaks its database connection each time gives up', async () => {
  const { db } = await createTestDatabase();
  await sql`
    create function end_backend() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create trigger end_backend before insert on store_products for each row execute function end_backend();
  `.execute(db);
  const { attempt } = await openIngest(db, db);
  for (let lost = 1; lost < LOST_CONNECTIONS_MAX; lost += 1)
    expect(isUncountedOutage(await attempt())).toBe(true);
  expect(await attempt()).toMatchObject({ kind: 'DatabaseUnavailable', isFinal: true });
});

test('an ingest waits out an outage in which it cannot connect, and completes', async () => {
  const { db, url } = await createTestDatabase();
  const { db: workerDb, link } = await connectThroughLink(url, { poolSize: 2, answerMsMax: 10_000 });
  const { attempt, heartbeatDetails } = await openIngest(db, workerDb);
  link.cut();
  for (let failed = 0; failed <= LOST_CONNECTIONS_MAX; failed += 1)
    expect(await attempt()).toMatchObject({ code: 'ECONNREFUSED' });
  const waitingFor = { what: 'the database', since: expect.any(String) as string };
  expect(heartbeatDetails()).toEqual({ failures: 0, lostConnections: 0, waitingFor });
  await link.join();
  expect(await attempt()).toMatchObject({ counts: { products: 1 } });
});

test('products and the result of the stage go in together', async () => {
  const { db } = await createTestDatabase();
  const { attempt } = await openIngest(db, db);
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise 'the worker is gone'; end $$;
    create trigger fail before update on stage_runs for each row when (new.outcome = 'completed' and new.stage = 'ingest')
      execute function fail();
  `.execute(db);
  expect(await attempt()).toMatchObject({ message: expect.stringContaining('the worker is gone') as string });
  const payload = db.selectFrom('raw_crawl_payloads').select('ingested_at');
  expect(await payload.executeTakeFirstOrThrow()).toEqual({ ingested_at: null });
  await sql`drop trigger fail on stage_runs`.execute(db);
  expect(await attempt()).toMatchObject({ counts: { products: 1 } });
  expect(await payload.executeTakeFirstOrThrow()).toEqual({ ingested_at: expect.any(Date) as Date });
});

test('an attempt that was frozen before it began does not take the run from the retry that is at work', async () => {
  const { db } = await createTestDatabase();
  const { attempt, payloadFiles } = await openIngest(db, db);
  const files = { ...payloadFiles };
  const [reading, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(payloadFiles, 'read').mockImplementationOnce(async (...given) => {
    reading.resolve();
    await goOn.promise;
    return files.read(...given);
  });
  const retry = attempt(day(3));
  await reading.promise;
  expect(await attempt(day(2))).toMatchObject({ kind: 'StaleAttempt' });
  goOn.resolve();
  expect(await retry).toMatchObject({ counts: { products: 1 } });
});

const NAMELESS = { id: 'p2', Options: ['1g'], recPrices: [10] };

test('a payload too much of which cannot be read goes in, and is reported each time', async () => {
  const { db } = await createTestDatabase();
  const { attempt, refresh, unreadable, dispensaryId, payloadId } = await openIngest(db, db, [
    PRODUCT,
    NAMELESS,
  ]);
  const counts = { products: 1, skipped: 1, missesOff: 'unreadable' };
  const reason = expect.stringContaining('Name') as string;
  const report = { dispensaryId, payloadId, skipped: 1, came: 2, reason };
  expect(await attempt()).toMatchObject({ counts });
  expect(unreadable).toEqual([report]);
  expect(await refresh()).toMatchObject({ counts });
  expect(unreadable).toEqual([report, report]);
});

test('a payload that can be read is not reported', async () => {
  const { db } = await createTestDatabase();
  const { attempt, refresh, unreadable } = await openIngest(db, db);
  expect(await attempt()).toMatchObject({ counts: { products: 1 } });
  expect(await refresh()).toMatchObject({ counts: { products: 1 } });
  expect(unreadable).toEqual([]);
});

test('a menu that this process has judged is not normalized again, and its file is still read', async () => {
  const { db } = await createTestDatabase();
  const { attempt, menuMemory, sha256 } = await openIngest(db, db);
  const products = [makeProduct('kept'), makeProduct('kept too')];
  menuMemory.keep(sha256, { products, skipped: [], flaws: noFlaws() });
  expect(await attempt()).toMatchObject({ counts: { products: 2 } });
  expect(menuMemory.take(sha256)).toBeUndefined();
  const fields = await db.selectFrom('payload_fields').select('path').execute();
  expect(fields.map(({ path }) => path)).toContain('recPrices[]');
});
