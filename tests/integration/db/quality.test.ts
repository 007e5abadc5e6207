import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { closeRun } from '../../../db/queries/close-runs.ts';
import { enterStage, type HeldRun } from '../../../db/queries/crawl-runs.ts';
import { endUnconfirmed } from '../../../db/queries/end-unconfirmed.ts';
import { ingestAgain } from '../../../db/queries/ingest.ts';
import { decideQuarantined, quarantinePayload } from '../../../db/queries/quarantine.ts';
import {
  countQuality,
  listDrift,
  listQuality,
  readQualityOf,
  readQualitySamples,
  type QualityFilter,
} from '../../../db/queries/quality.ts';
import { listProblems } from '../../../db/queries/quality-changes.ts';
import type { QualityProblem } from '../../../domain/quality.ts';
import { structureOf } from '../../../domain/structure.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { FETCH, ingest, inputOf, makeClaim, makeDispensary, makePayloadRecord } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';
import { suspicion } from './make-quarantined.ts';
import { unbelieved } from './make-unconfirmed.ts';

const RULE = { scheduleHours: 4 };

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const products = (count: number) => Array.from({ length: count }, (_, place) => makeProduct(`p${place}`));
const skipped = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `broken${place}`, reason: 'no name' }));

/** Begins a chain of a new dispensary. The chain's first attempt holds the dispensary. */
async function begin(db: Db, name: string, state = 'AZ'): Promise<HeldRun> {
  const { run } = await enterStage(db, makeClaim(await makeDispensary(db, { name, state })), FETCH);
  return run;
}

/** Adds a dispensary without problems, whose menu was ingested an hour ago. */
async function healthy(db: Db, name = 'Desert Bloom'): Promise<HeldRun> {
  const run = await begin(db, name);
  await ingest(db, run, { fetchedAt: hoursAgo(1), products: products(20) });
  return run;
}

async function problemsOf(db: Db, run: HeldRun): Promise<QualityProblem[] | undefined> {
  const [row] = await readQualityOf(db, RULE, [run.dispensaryId]);
  return row?.problems;
}

async function namesOf(db: Db, filter: QualityFilter): Promise<string[]> {
  const { items } = await listQuality(db, { ...RULE, ...filter }, { after: null, limit: 10 });
  return items.map(({ dispensary_name: name }) => name);
}

test('a store whose newest menu is whole and recent has no problem', async () => {
  const { db } = await createTestDatabase();
  const run = await healthy(db);
  expect(await problemsOf(db, run)).toEqual([]);
  expect(await namesOf(db, {})).toEqual([]);
  expect(await countQuality(db, RULE)).toMatchObject([
    { platform: 'dutchie', dispensaries: 1, problems: { overdue: 0, skipped: 0 } },
  ]);
});

test('a menu that is not believed makes a store unconfirmed, with the reason and the time of the next look', async () => {
  const { db } = await createTestDatabase();
  const run = await healthy(db);
  const record = await makePayloadRecord(db, hoursAgo(0.5));
  const { payloadId } = await endUnconfirmed(db, run, unbelieved(record));
  const [row] = await readQualityOf(db, RULE, [run.dispensaryId]);
  expect(row).toMatchObject({
    problems: ['unconfirmed', 'quarantined'],
    quarantined: 1,
    suspect_id: payloadId,
    products: 20,
    last_status: 'unconfirmed',
    last_error_kind: 'SuspectPayload',
  });
  expect(Number(row?.look_again_at) - Number(row?.last_ended_at)).toBe(60_000);
  const samples = await readQualitySamples(db, row === undefined ? [] : [row]);
  expect(samples.get(run.dispensaryId)).toMatchObject({
    faults: ['shrunk', 'repriced'],
    suspicion: expect.stringContaining('60 of 90 products'),
  });
  await decideQuarantined(db, payloadId, { verdict: 'rejected', decidedBy: 'Ada' });
  expect(await problemsOf(db, run)).toEqual([]);
});

test('a payload in quarantine is a problem until somebody decides', async () => {
  const { db } = await createTestDatabase();
  const run = await healthy(db);
  const payload = await makePayloadRecord(db, hoursAgo(0.5));
  const id = await quarantinePayload(db, run, { payload, suspicion });
  expect(await problemsOf(db, run)).toEqual(['quarantined']);
  await decideQuarantined(db, id, { verdict: 'rejected', decidedBy: 'Ada' });
  expect(await problemsOf(db, run)).toEqual([]);
});

test('a store of which the platform has told no id is unresolved once a crawl has tried, until it is found', async () => {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db, { platform_dispensary_id: null });
  const read = async () => (await readQualityOf(db, RULE, [id]))[0];
  expect(await read()).toMatchObject({ problems: [], last_error_message: null });
  const claim = makeClaim(id);
  await enterStage(db, claim, FETCH);
  await closeRun(db, {
    ...claim,
    status: 'failed',
    errorKind: 'NotFound',
    errorMessage: 'No store has the slug.',
  });
  expect(await read()).toMatchObject({ problems: ['unresolved'], last_error_kind: 'NotFound' });
  expect((await listProblems(db, RULE)).map(({ problems }) => problems)).toEqual([['unresolved']]);
  await db.updateTable('dispensaries').set({ platform_dispensary_id: 'p1' }).execute();
  expect(await read()).toMatchObject({ problems: [] });
});

test('misses are off after an incomplete payload, and after one of which too much is unreadable', async () => {
  const { db } = await createTestDatabase();
  const incomplete = await begin(db, 'Incomplete');
  const record = { missingCount: 3 };
  await ingest(db, incomplete, { fetchedAt: hoursAgo(1), products: products(19), record });
  const unreadable = await begin(db, 'Unreadable');
  const { payload } = await ingest(db, unreadable, {
    fetchedAt: hoursAgo(1),
    products: products(17),
    skipped: skipped(3),
  });
  const rows = await readQualityOf(db, RULE, [incomplete.dispensaryId, unreadable.dispensaryId]);
  expect(rows).toMatchObject([
    { problems: ['misses-off'], misses_off: 'incomplete', missing: 3 },
    { problems: ['misses-off', 'skipped'], misses_off: 'unreadable', products: 17, skipped: 3 },
  ]);
  const samples = await readQualitySamples(db, rows);
  expect(samples.get(unreadable.dispensaryId)?.skipped_samples).toEqual(skipped(3));
  expect(samples.get(incomplete.dispensaryId)?.skipped_samples).toEqual([]);

  await ingestAgain(db, inputOf(payload, products(20)), unreadable);
  expect(await problemsOf(db, unreadable)).toEqual([]);
});

test('a store is overdue when no menu went in for its interval, in firings of the schedule, and half a firing', async () => {
  const { db } = await createTestDatabase();
  const run = await begin(db, 'Late');
  const lastAt = (hours: number) =>
    db
      .updateTable('dispensaries')
      .set({ current_payload_fetched_at: hoursAgo(hours) })
      .execute();
  await ingest(db, run, { fetchedAt: hoursAgo(5.9), products: products(20) });
  expect(await problemsOf(db, run)).toEqual([]);
  expect(await readQualityOf(db, { scheduleHours: 3.9 }, [run.dispensaryId])).toMatchObject([
    { problems: ['overdue'], interval_hours: 3.9 },
  ]);
  // An adapted interval that is shorter than the schedule's has no effect.
  await db.updateTable('dispensaries').set({ adapted_interval_hours: 1 }).execute();
  expect(await problemsOf(db, run)).toEqual([]);
  await lastAt(6.1);
  expect(await problemsOf(db, run)).toEqual(['overdue']);
  // The operator's interval takes precedence over the adapted one. The schedule fires every four hours, so five hours become eight.
  await db.updateTable('dispensaries').set({ crawl_interval_hours: 5 }).execute();
  await lastAt(9.9);
  expect(await readQualityOf(db, RULE, [run.dispensaryId])).toMatchObject([
    { problems: [], interval_hours: 8 },
  ]);
  await lastAt(10.1);
  expect(await problemsOf(db, run)).toEqual(['overdue']);
});

test('a store that no menu ever went in for is overdue once it has been known for that long', async () => {
  const { db } = await createTestDatabase();
  const run = await begin(db, 'New');
  expect(await problemsOf(db, run)).toEqual([]);
  await db
    .updateTable('dispensaries')
    .set({ created_at: hoursAgo(7) })
    .execute();
  expect(await problemsOf(db, run)).toEqual(['overdue']);
});

test('a store is flawed when more than one in twenty of its products lost an option or a value', async () => {
  const { db } = await createTestDatabase();
  const run = await begin(db, 'Flawed');
  const sample = { id: 'p1', place: 'Prices[0]', cost: 'value', reason: 'is no number' } as const;
  const flaws = (option: number, value: number) => ({ option, value, samples: [sample] });
  await ingest(db, run, { fetchedAt: hoursAgo(2), products: products(100), flaws: flaws(0, 5) });
  expect(await problemsOf(db, run)).toEqual([]);
  await ingest(db, run, { fetchedAt: hoursAgo(1), products: products(100), flaws: flaws(1, 5) });
  const rows = await readQualityOf(db, RULE, [run.dispensaryId]);
  expect(rows).toMatchObject([{ problems: ['flawed'], skipped_options: 1, dropped_values: 5 }]);
  const samples = await readQualitySamples(db, rows);
  expect(samples.get(run.dispensaryId)?.flaw_samples).toEqual([sample]);
});

test('a field that changes is drift of the platform and of the store that showed it, for a week', async () => {
  const { db } = await createTestDatabase();
  const many = (product: object) => Array.from({ length: 25 }, () => product);
  const fields = (raw: object) => ({
    operation: 'FilteredProducts',
    documented: [],
    structure: structureOf(many(raw), { maps: new Set<string>() }),
  });
  const first = await begin(db, 'First');
  await ingest(db, first, {
    fetchedAt: hoursAgo(3),
    products: products(2),
    fields: fields({ id: 'a', price: 1 }),
  });
  expect(await listDrift(db, 'dutchie', 10)).toEqual([]);
  const other = await begin(db, 'Other');
  const { payload } = await ingest(db, other, {
    fetchedAt: hoursAgo(1),
    products: products(2),
    fields: fields({ id: 'a', price: '1' }),
  });
  const drift = { kind: 'type changed', path: 'price', known: ['number'], found: ['string'], example: '"1"' };
  expect(await listDrift(db, 'dutchie', 10)).toMatchObject([
    { platform: 'dutchie', dispensary_id: other.dispensaryId, payload_id: payload.id, ...drift },
  ]);
  expect(await problemsOf(db, first)).toEqual([]);
  const rows = await readQualityOf(db, RULE, [other.dispensaryId]);
  expect(rows).toMatchObject([{ problems: ['drifting'] }]);
  expect((await readQualitySamples(db, rows)).get(other.dispensaryId)?.drift).toEqual([drift]);
  expect(await listDrift(db, 'blaze', 10)).toEqual([]);
  // In this payload, one product lacks the field `price`. That a field is optional is no drift.
  const third = await begin(db, 'Third');
  await ingest(db, third, {
    fetchedAt: hoursAgo(1),
    products: products(2),
    fields: {
      ...fields({ id: 'a', price: '1' }),
      structure: structureOf([...many({ id: 'a', price: '1' }), { id: 'b' }], { maps: new Set<string>() }),
    },
  });
  expect(await problemsOf(db, other)).toEqual(['drifting']);
  expect(await problemsOf(db, third)).toEqual([]);
  await sql`update payload_fields set drifted_at = now() - interval '8 days'`.execute(db);
  expect(await problemsOf(db, other)).toEqual([]);
});

test('closed and disabled stores have no problem; others are listed by problem, platform and state', async () => {
  const { db } = await createTestDatabase();
  const skipping = await begin(db, 'Skipping');
  await ingest(db, skipping, { fetchedAt: hoursAgo(1), products: products(30), skipped: skipped(1) });
  const late = await begin(db, 'Late', 'NV');
  await ingest(db, late, { fetchedAt: hoursAgo(20), products: products(20) });
  await healthy(db);
  expect(await namesOf(db, {})).toEqual(['Skipping', 'Late']);
  expect(await namesOf(db, { problem: 'overdue' })).toEqual(['Late']);
  expect(await namesOf(db, { state: 'AZ' })).toEqual(['Skipping']);
  expect(await namesOf(db, { platform: 'blaze' })).toEqual([]);
  expect(await countQuality(db, RULE)).toMatchObject([
    { dispensaries: 3, problems: { overdue: 1, skipped: 1, flawed: 0 } },
  ]);
  await db
    .updateTable('dispensaries')
    .set({ crawl_enabled: false })
    .where('id', '=', late.dispensaryId)
    .execute();
  await db
    .updateTable('dispensaries')
    .set({ closed_at: hoursAgo(1) })
    .where('id', '=', skipping.dispensaryId)
    .execute();
  expect(await namesOf(db, {})).toEqual([]);
});

test('a menu that a later look confirmed is a problem while it is the newest, and says why it was doubted', async () => {
  const { db } = await createTestDatabase();
  const run = await healthy(db);
  const { payload } = await ingest(db, run, { fetchedAt: hoursAgo(0.5), products: products(9) });
  await sql`
    update raw_crawl_payloads set verdict = 'confirmed', decided_by = 'time', confirmed_by = '[1]',
      suspicion = ${JSON.stringify(suspicion)} where id = ${payload.id}
  `.execute(db);
  const rows = await readQualityOf(db, RULE, [run.dispensaryId]);
  expect(rows).toMatchObject([{ problems: ['confirmed'], payload_id: payload.id }]);
  const samples = await readQualitySamples(db, rows);
  expect(samples.get(run.dispensaryId)?.confirmed_suspicion).toBe(suspicion.message);
  await ingest(db, run, { fetchedAt: hoursAgo(0.2), products: products(9) });
  expect(await problemsOf(db, run)).toEqual([]);
});

test('a payload that was imported without counts is no empty menu', async () => {
  const { db } = await createTestDatabase();
  const run = await healthy(db);
  await sql`update raw_crawl_payloads set ingest_counts = null`.execute(db);
  expect(await problemsOf(db, run)).toEqual([]);
});

test('an empty menu is a problem, and numbers of another type count as none', async () => {
  const { db } = await createTestDatabase();
  const run = await healthy(db);
  const { payload } = await ingest(db, run, {
    fetchedAt: hoursAgo(0.5),
    products: [],
    record: { productCount: 0 },
  });
  expect(await problemsOf(db, run)).toEqual(['empty']);
  for (const odd of ['1.5', '"abc"', 'true', '99999999999', '{}'])
    await expect(
      sql`update raw_crawl_payloads set ingest_counts = ${`{"products":${odd},"skipped":${odd}}`}::jsonb where id = ${payload.id}`
        .execute(db)
        .then(() => problemsOf(db, run)),
    ).resolves.toBeDefined();
});
