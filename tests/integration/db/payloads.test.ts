import { expect, test } from 'vitest';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, makePayload, makePayloadRecord, storePayload } from './make-crawl.ts';

test('a stored payload can be loaded, and is noted in its run and dispensary', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const record = await makePayloadRecord(db, day(3));
  const id = await storePayload(db, run, record);
  expect(await loadPayload(db, id)).toEqual({
    id,
    missingCount: 0,
    decidedAt: null,
    ingestedAt: null,
    fieldsSelected: false,
    verdict: 'accepted',
    fileState: 'stored',
    dispensaryId: run.dispensaryId,
    platform: 'dutchie',
    heldBy: null,
    storagePath: record.storagePath,
    sha256: record.sha256,
    bytes: 1000,
    fetchedAt: day(3),
    decidedBy: null,
  });
  expect(await db.selectFrom('crawl_runs').select('payload_id').execute()).toEqual([{ payload_id: id }]);
  expect(await db.selectFrom('dispensaries').select('last_fetch_at').execute()).toEqual([
    { last_fetch_at: day(3) },
  ]);
});

test('the row keeps how the payload was fetched', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const record = await makePayloadRecord(db, day(3));
  await storePayload(db, run, record);
  expect(await db.selectFrom('raw_crawl_payloads').selectAll().executeTakeFirst()).toMatchObject({
    crawl_run_id: run.crawlRunId,
    size_bytes: 1000,
    size_bytes_raw: 9000,
    product_count: 3,
    pages: 1,
    proxy_id: record.proxyId,
    browser_profile: 'chrome-131-windows',
    exit_address: '203.0.113.7',
    fetch_duration_ms: 1234,
    ingested_at: null,
  });
});

test('an older payload does not turn the time of the last fetch back', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await makePayload(db, run, day(3));
  await makePayload(db, run, day(2));
  expect(await db.selectFrom('dispensaries').select('last_fetch_at').execute()).toEqual([
    { last_fetch_at: day(3) },
  ]);
});

test('a file has one row: the same path is refused, and nothing changes', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const record = await makePayloadRecord(db, day(1));
  const id = await storePayload(db, run, record);
  await expect(storePayload(db, run, { ...record, fetchedAt: day(2) })).rejects.toThrow(/storage_path/);
  expect(await db.selectFrom('crawl_runs').select('payload_id').execute()).toEqual([{ payload_id: id }]);
});

test('a payload that does not exist is not found', async () => {
  const { db } = await createTestDatabase();
  await expect(loadPayload(db, 4711)).rejects.toThrow(
    expect.objectContaining({ kind: 'NotFound', message: 'There is no payload 4711.' }),
  );
});
