import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { learnFields } from '../../../db/queries/payload-fields.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import type { Drift, KnownField } from '../../../domain/drift.ts';
import { structureOf } from '../../../domain/structure.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, makePayloadRecord, storePayload } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const many = (product: object): object[] => Array.from({ length: 25 }, () => product);

/** Ingests a payload with these raw products in a chain of its own. @returns the drift that the chain's run reports */
async function driftOf(db: Db, raw: unknown[], documented: KnownField[] = []): Promise<Drift[]> {
  const run = await beginRun(db);
  await ingest(db, run, {
    fetchedAt: day(1),
    products: [makeProduct('a')],
    fields: { operation: 'FilteredProducts', documented, structure: structureOf(raw, { maps: new Set() }) },
  });
  const { counts } = await db
    .selectFrom('crawl_runs')
    .where('id', '=', run.crawlRunId)
    .select('counts')
    .executeTakeFirstOrThrow();
  return counts['drift'] as Drift[];
}

const fieldsOf = (db: Db) =>
  db.selectFrom('payload_fields').select(['path', 'types', 'presence']).orderBy('path').execute();

describe('the fields of payloads', () => {
  test('are learned from the first, and differences are told by the run that finds them', async () => {
    const { db } = await createTestDatabase();
    expect(await driftOf(db, many({ id: 'a', price: 1, note: null }))).toEqual([]);
    const changed = many({ id: 'a', price: '1', note: null, tax: 0.09 });
    const drift = [
      { kind: 'type changed', path: 'price', known: ['number'], found: ['string'], example: '"1"' },
      { kind: 'new field', path: 'tax', known: [], found: ['number'], example: '0.09' },
    ];
    expect(await driftOf(db, changed)).toEqual(drift);
    expect(await driftOf(db, changed)).toEqual([]);
    expect(await driftOf(db, many({ id: 'a', price: 2, note: 'x' }))).toEqual([
      { kind: 'field gone', path: 'tax', known: ['number'], found: [], example: null },
    ]);
    expect(await fieldsOf(db)).toEqual([
      { path: 'id', types: ['string'], presence: 'always' },
      { path: 'note', types: ['string'], presence: 'always' },
      { path: 'price', types: ['number', 'string'], presence: 'always' },
      { path: 'tax', types: ['number'], presence: 'gone' },
    ]);
  });

  test('that are on record are no news', async () => {
    const { db } = await createTestDatabase();
    const documented: KnownField[] = [{ path: 'id', types: ['string'], presence: 'untold' }];
    expect(await driftOf(db, [{ id: 'a', extra: '\u0000' }], documented)).toEqual([
      { kind: 'new field', path: 'extra', known: [], found: ['string'], example: '"\\u0000"' },
    ]);
  });

  test('are told fifty at most, and all learned', async () => {
    const { db } = await createTestDatabase();
    await driftOf(db, [{ id: 'a' }]);
    const wide = Object.fromEntries(Array.from({ length: 140 }, (_, place) => [`field ${place}`, place]));
    expect(await driftOf(db, [wide])).toHaveLength(50);
    expect(await fieldsOf(db)).toHaveLength(141);
  });

  test('are learned by many ingests at once, without loss and without a circle', async () => {
    const { db } = await createTestDatabase();
    const runs = Array.from({ length: 12 }, (_, place) =>
      driftOf(db, many({ id: 'a', [`only ${place}`]: place, shared: place % 2 === 0 ? place : `${place}` })),
    );
    await Promise.all(runs);
    const fields = await fieldsOf(db);
    expect(fields).toHaveLength(14);
    expect(fields.find(({ path }) => path === 'shared')).toMatchObject({ types: ['number', 'string'] });
  });

  test('that a query left out are not gone, and the row of the payload says that it did', async () => {
    const { db } = await createTestDatabase();
    await driftOf(db, many({ id: 'a', price: 1 }));
    const run = await beginRun(db);
    const record = { ...(await makePayloadRecord(db, day(2))), fieldsSelected: true };
    const payload = await loadPayload(db, await storePayload(db, run, record));
    expect(payload).toMatchObject({ fieldsSelected: true });
    const structure = structureOf(many({ id: 'a' }), { maps: new Set() });
    const query = { operation: 'FilteredProducts', documented: [], structure };
    expect(await learnFields(db, payload, query)).toEqual([]);
    expect(await learnFields(db, { ...payload, fieldsSelected: false }, query)).toMatchObject([
      { kind: 'field gone', path: 'price' },
    ]);
  });

  test('of a payload that is ingested twice are told once', async () => {
    const { db } = await createTestDatabase();
    await driftOf(db, many({ id: 'a' }));
    const run = await beginRun(db);
    const fields = {
      operation: 'FilteredProducts',
      documented: [],
      structure: structureOf(many({ id: 1 }), { maps: new Set() }),
    };
    const { counts } = await ingest(db, run, { fetchedAt: day(2), products: [], fields });
    expect(counts).toMatchObject({ products: 0 });
    const reported = await db
      .selectFrom('crawl_runs')
      .where('id', '=', run.crawlRunId)
      .select('counts')
      .executeTakeFirstOrThrow();
    expect(reported.counts['drift']).toMatchObject([{ kind: 'type changed', path: 'id' }]);
  });
});

test('what was left out of products is counted in the run, with samples', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const sample = { id: 'a', cost: 'option' as const, place: 'Options[1]', reason: 'expected text, got 7' };
  const { counts } = await ingest(db, run, {
    fetchedAt: day(1),
    products: [makeProduct('a')],
    flaws: { option: 3, value: 5, samples: [sample] },
  });
  expect(counts).toMatchObject({ skipped: 0, skippedOptions: 3, droppedValues: 5 });
  const row = await db
    .selectFrom('crawl_runs')
    .where('id', '=', run.crawlRunId)
    .select('counts')
    .executeTakeFirstOrThrow();
  expect(row.counts).toMatchObject({
    skippedOptions: 3,
    droppedValues: 5,
    flawSamples: [sample],
    normalizerVersion: 5,
  });
});

test('every field of a canonical product is kept, and the version with row and snapshot', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const product = makeProduct('a', {
    enterpriseProductId: 'e1',
    brandDescription: 'Since 2015.',
    brandImageUrl: 'https://images.test/logo',
    specials: [
      {
        type: 'sale',
        id: 's',
        name: 'Friday',
        meaning: '5 % off',
        menu: null,
        options: null,
        discount: { kind: 'percent', percent: 5 },
      },
    ],
    medicalOnly: true,
    recOnly: false,
    cannabinoids: [{ name: 'THCA', value: 20.5, unit: 'PERCENTAGE' }],
    cbd: { low: 1, high: 2, unit: 'MILLIGRAMS' },
    quantityCapped: true,
    createdAt: '2025-06-06T07:23:47.112Z',
    updatedAt: '2026-05-31T05:31:51.513Z',
  });
  await ingest(db, run, { fetchedAt: day(1), products: [product] });
  const row = await db.selectFrom('store_products').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    enterprise_product_id: 'e1',
    slug: 'product-a',
    brand_id: product.brandId,
    brand_description: 'Since 2015.',
    brand_image_url: 'https://images.test/logo',
    specials: product.specials,
    status: 'Active',
    medical_only: true,
    rec_only: false,
    cannabinoids: product.cannabinoids,
    image_urls: product.imageUrls,
    options: product.options,
    price_option: '3.5g',
    platform_created_at: new Date('2025-06-06T07:23:47.112Z'),
    platform_updated_at: new Date('2026-05-31T05:31:51.513Z'),
    normalizer_version: 5,
  });
  expect(await db.selectFrom('store_product_snapshots').selectAll().executeTakeFirstOrThrow()).toMatchObject({
    quantity_capped: true,
    thc_unit: 'PERCENTAGE',
    cbd_low: 1,
    cbd_high: 2,
    cbd_unit: 'MILLIGRAMS',
    options: product.options,
    price_option: '3.5g',
    normalizer_version: 5,
  });
});

test('the questions that docs/reference/normalize.md asks the database have answers', async () => {
  const { db } = await createTestDatabase();
  await driftOf(db, many({ id: 'a' }));
  await driftOf(db, many({ id: 1 }));
  const page = await readFile(new URL('../../../docs/reference/normalize.md', import.meta.url), 'utf8');
  const questions = [...page.matchAll(/```sql\n([^]+?)```/g)].map(([, question = '']) => question);
  const answers = await Promise.all(questions.map((question) => sql.raw(question).execute(db)));
  expect(answers.map(({ rows }) => rows)).toEqual([
    [expect.objectContaining({ options: '0' }), expect.objectContaining({ values: '0' })],
    [expect.objectContaining({ kind: 'type changed', path: 'id', example: '1' })],
  ]);
});
