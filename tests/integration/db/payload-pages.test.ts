import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import {
  findLatestPayload,
  findPayload,
  findPayloadDetail,
  listPayloadPage,
  listQuarantinePage,
  type PayloadFilter,
  type PayloadRow,
} from '../../../db/queries/payload-pages.ts';
import { quarantinePayload } from '../../../db/queries/quarantine.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, makePayloadRecord, storePayload } from './make-crawl.ts';
import { quarantineOne, suspicion } from './make-quarantined.ts';
import { readAllPages } from './read-all-pages.ts';

const VERDICTS = ['accepted', 'suspect', 'confirmed', 'rejected'] as const;

/** Adds twelve payloads of two stores. Two payloads at a time have the same fetch time. */
async function makePayloads(db: Db): Promise<PayloadRow[]> {
  const runs = [await beginRun(db), await beginRun(db)];
  for (let number = 0; number < 12; number += 1) {
    const run = runs[number % 2]!;
    const id = await storePayload(db, run, await makePayloadRecord(db, day(1 + Math.floor(number / 2))));
    const verdict = VERDICTS[number % 4]!;
    await sql`
      update raw_crawl_payloads set verdict = ${verdict}, platform = ${number % 3 === 0 ? 'blaze' : 'dutchie'},
        suspicion = ${verdict === 'accepted' ? null : '{}'}::jsonb where id = ${id}
    `.execute(db);
  }
  return (await listPayloadPage(db, {}, { after: null, limit: 500 })).items;
}

function isWanted(payload: PayloadRow, filter: PayloadFilter): boolean {
  const { dispensaryId, platform, verdict, since, until } = filter;
  return (
    (dispensaryId === undefined || payload.dispensary_id === dispensaryId) &&
    (platform === undefined || payload.platform === platform) &&
    (verdict === undefined || payload.verdict === verdict) &&
    (since === undefined || payload.fetched_at >= since) &&
    (until === undefined || payload.fetched_at < until)
  );
}

test('any filter gives exactly the payloads that meet it, the one that was fetched last first', async () => {
  const { db } = await createTestDatabase();
  const payloads = await makePayloads(db);
  expect(payloads.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, place) => 12 - place));
  const maybe = <Value>(...values: Value[]) => fc.constantFrom(undefined, ...values);
  const filters = fc.record({
    dispensaryId: maybe(payloads[0]!.dispensary_id, payloads[1]!.dispensary_id, 999_999),
    platform: maybe('dutchie' as const, 'blaze' as const),
    verdict: maybe(...VERDICTS),
    since: maybe(day(2), day(4)),
    until: maybe(day(3), day(6)),
  });
  const pages = fc.record({
    limit: fc.integer({ min: 1, max: 13 }),
    rowsReadMax: fc.integer({ min: 1, max: 13 }),
  });
  await fc.assert(
    fc.asyncProperty(filters, pages, async (filter, page) => {
      const found = await readAllPages((request) => listPayloadPage(db, filter, request), page);
      expect(found).toEqual(payloads.filter((payload) => isWanted(payload, filter)));
    }),
    { numRuns: 80 },
  );
});

test('one payload is found by its id, and the newest believed one by its store', async () => {
  const { db } = await createTestDatabase();
  const payloads = await makePayloads(db);
  const [newest] = payloads;
  expect(newest!.verdict).toBe('rejected');
  expect(await findPayload(db, newest!.id)).toEqual(newest);
  expect(await findPayload(db, 999_999)).toBeNull();
  const believed = payloads.find(
    ({ dispensary_id, verdict }) =>
      dispensary_id === newest!.dispensary_id && (verdict === 'accepted' || verdict === 'confirmed'),
  );
  expect(await findLatestPayload(db, newest!.dispensary_id)).toEqual(believed ?? null);
  expect(await findLatestPayload(db, 999_999)).toBeNull();
});

test('a payload that waits has its store, its crawl and the payload that the shelves show: the last that went in, not the last that is believed', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const keep = async (at: Date) =>
    quarantinePayload(db, run, { payload: await makePayloadRecord(db, at), suspicion });
  const first = await keep(day(1));
  const alone = {
    current_payload_id: null,
    current_payload_fetched_at: null,
    current_payload_product_count: null,
  };
  expect(await findPayloadDetail(db, first)).toMatchObject({ dispensary_name: 'Desert Bloom', ...alone });
  const { payload: shown } = await ingest(db, run, { fetchedAt: day(2), products: [] });
  await storePayload(db, run, await makePayloadRecord(db, day(3)));
  const [second, third] = [await keep(day(4)), await keep(day(5))];
  const { id: elsewhere } = await quarantineOne(db);
  // This payload was fetched before the menu that the catalog shows.
  expect(await findPayloadDetail(db, first)).toMatchObject({
    current_payload_id: shown.id,
    previous_payload_id: null,
  });
  const found = await readAllPages((page) => listQuarantinePage(db, {}, page), { limit: 2 });
  const crawl = await db.selectFrom('crawl_runs').selectAll().where('id', '=', run.crawlRunId).execute();
  const beside = {
    dispensary_name: 'Desert Bloom',
    workflow_id: crawl[0]!.workflow_id,
    workflow_run_id: crawl[0]!.workflow_run_id,
    current_payload_id: shown.id,
    current_payload_fetched_at: day(2),
    current_payload_product_count: 3,
    previous_payload_id: shown.id,
  };
  expect(found).toMatchObject([
    { id: third, ...beside },
    { id: second, ...beside },
    { id: elsewhere, ...alone },
  ]);
  expect(await findPayloadDetail(db, second)).toEqual(found[1]);
  expect(await findPayloadDetail(db, 999_999)).toBeNull();
});
