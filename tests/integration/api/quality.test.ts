import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import type { Suspicion } from '../../../domain/belief/suspicion.ts';
import type { QualitySummary } from '../../../reports/quality-report.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { FETCH, ingest, makeClaim, makeDispensary } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';
import { makeUnconfirmed, SUSPICION } from '../db/make-unconfirmed.ts';

interface Listed {
  items: { dispensary_id: number; problems: string[] }[];
  next_cursor: string | null;
}

/** Adds a dispensary with a menu from a minute ago, in which one product could not be read. @returns the dispensary's id */
async function addSkipping(db: Db, state: string): Promise<number> {
  const { run } = await enterStage(db, makeClaim(await makeDispensary(db, { state })), FETCH);
  const products = Array.from({ length: 30 }, (_, place) => makeProduct(`p${place}`));
  const skipped = [{ id: 'b', reason: 'has no name' }];
  await ingest(db, run, { fetchedAt: new Date(Date.now() - 60_000), products, skipped });
  return run.dispensaryId;
}

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  // The API does not follow Temporal, which would close the runs that this test makes up.
  return { db, ...(await startApiServer({ db, client, isFollowed: false })) };
}

test('the summary counts the problems of each platform, and shows one dispensary for each', async () => {
  const { db, call } = await createServer();
  const id = await addSkipping(db, 'AZ');
  const { payloadId } = await makeUnconfirmed(db);
  const { status, body } = await call('GET', '/api/quality');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    platforms: [
      {
        platform: 'dutchie',
        dispensaries: 2,
        problems: {
          unconfirmed: 1,
          quarantined: 1,
          'misses-off': 0,
          overdue: 0,
          drifting: 0,
          skipped: 1,
          flawed: 0,
        },
        drift: [],
      },
    ],
    examples: {
      unconfirmed: {
        suspect_id: payloadId,
        faults: SUSPICION.faults,
        suspicion: SUSPICION.message,
        suspicion_samples: SUSPICION.samples,
        confirmed_samples: [],
      },
      skipped: { dispensary_id: id, skipped: 1, skipped_samples: [{ id: 'b', reason: 'has no name' }] },
    },
  });
  expect(Object.keys(body['examples'] as object)).toEqual(['unconfirmed', 'quarantined', 'skipped']);
});

test('payloads that earlier versions wrote down have no samples', async () => {
  const { db, call } = await createServer();
  const { payloadId } = await makeUnconfirmed(db);
  const samplesOf = async () => {
    const list = await call<{ items: { suspicion: Suspicion }[] }>('GET', '/api/payloads/quarantine');
    const one = await call<{ suspicion: Suspicion }>('GET', `/api/payloads/${payloadId}`);
    const summary = await call<QualitySummary>('GET', '/api/quality');
    return [
      list.body.items[0]?.suspicion.samples,
      one.body.suspicion.samples,
      summary.body.examples.unconfirmed?.suspicion_samples,
    ];
  };
  expect(await samplesOf()).toEqual([SUSPICION.samples, SUSPICION.samples, SUSPICION.samples]);
  await sql`update raw_crawl_payloads set suspicion = suspicion - 'samples'`.execute(db);
  expect(await samplesOf()).toEqual([[], [], []]);
});

test('dispensaries come in pages, by problem, platform and state, and as CSV', async () => {
  const { db, call } = await createServer();
  const [first, second] = [await addSkipping(db, 'AZ'), await addSkipping(db, 'NV')];
  await makeUnconfirmed(db);
  const ids = async (query: string) =>
    (await call<Listed>('GET', `/api/quality/dispensaries?${query}`)).body.items.map(
      (one) => one.dispensary_id,
    );
  expect(await ids('problem=skipped')).toEqual([first, second]);
  expect(await ids('state=nv')).toEqual([second]);
  expect(await ids('platform=blaze')).toEqual([]);
  const page = await call<Listed>('GET', '/api/quality/dispensaries?problem=skipped&limit=1');
  expect(await ids(`problem=skipped&limit=1&cursor=${page.body.next_cursor}`)).toEqual([second]);
  const { text } = await call('GET', '/api/quality/dispensaries', { headers: { accept: 'text/csv' } });
  expect(text.split('\n')[0]).toMatch(/^dispensary_id,dispensary_name,platform,state,problems,/);
  expect(text.trimEnd().split('\n')).toHaveLength(4);
});

test('a problem that does not exist is refused with those that do', async () => {
  const { call } = await createServer();
  const { status, text } = await call('GET', '/api/quality/dispensaries?problem=bad');
  expect(status).toBe(400);
  expect(text).toContain('unconfirmed');
});

test('the metrics count the dispensaries with each problem by platform', async () => {
  const { db, call } = await createServer();
  await addSkipping(db, 'AZ');
  const { text } = await call('GET', '/metrics');
  expect(text).toContain('crawlchain_dispensaries_with_problem{platform="dutchie",problem="skipped"} 1');
  expect(text).toContain('crawlchain_dispensaries_with_problem{platform="dutchie",problem="overdue"} 0');
});
