import { expect, test } from 'vitest';
import { CrawlError } from '../../../domain/errors.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { ingestProducts } from '../../../db/queries/ingest.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { day, INGEST, inputOf, makeClaim, makeDispensary, makePayload, nextAttempt } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const ROUNDS = 20;

test('an attempt and its retries never wait for each other’s locks in a circle', async () => {
  const { db } = await createTestDatabase();
  const failures: unknown[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const claim = makeClaim(await makeDispensary(db));
    const { run } = await enterStage(db, claim, INGEST);
    const payload = await makePayload(db, run, day(round));
    const products = Array.from({ length: 200 }, (_, place) => makeProduct(`p${place}`));
    const ends = await Promise.allSettled([
      ingestProducts(db, run, inputOf(payload, products)),
      enterStage(db, nextAttempt(claim), INGEST),
      enterStage(db, nextAttempt(nextAttempt(claim)), INGEST),
    ]);
    failures.push(...ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : [])));
  }
  // An attempt may fail because it is stale, but never because of a deadlock.
  expect(
    failures.filter((failure) => !(failure instanceof CrawlError && failure.kind === 'StaleAttempt')),
  ).toEqual([]);
});
