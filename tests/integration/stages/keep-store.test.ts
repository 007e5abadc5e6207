import { expect, test } from 'vitest';
import { keepStore } from '../../../stages/keep-store.ts';
import { addDispensary } from '../../../db/queries/add-dispensary.ts';
import { enterStore } from '../../../db/queries/store-locks.ts';
import { makeStore } from '../db/make-store.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeClaim, makeDispensary, nextAttempt } from '../db/make-crawl.ts';

/** Begins two attempts to resolve an added store that is already known under another slug. */
async function enterTwice() {
  const { db } = await createTestDatabase();
  const knownId = await makeDispensary(db, { platform_dispensary_id: 'known' });
  const added = await addDispensary(db, {
    platform: 'dutchie',
    slug: 'another-slug',
    menuUrl: 'https://dutchie.com/embedded-menu/another-slug',
  });
  const dispensaryId = added.dispensary.id;
  const claim = makeClaim(dispensaryId, { workflowId: `resolve/${dispensaryId}` });
  const stale = await enterStore(db, claim);
  const held = await enterStore(db, nextAttempt(claim));
  const idsOf = async () => {
    const rows = await db
      .selectFrom('dispensaries')
      .orderBy('id')
      .select(['id', 'platform_dispensary_id'])
      .execute();
    return rows.map(({ id, platform_dispensary_id: platformId }) => [id, platformId]);
  };
  return { db, knownId, dispensaryId, stale, held, idsOf };
}

test('an attempt that another has taken the store from keeps no id, and removes no dispensary', async () => {
  const { db, knownId, dispensaryId, stale, idsOf } = await enterTwice();
  for (const platformDispensaryId of ['known', 'new'])
    await expect(keepStore(db, stale, makeStore(platformDispensaryId))).rejects.toMatchObject({
      kind: 'StaleAttempt',
    });
  expect(await idsOf()).toEqual([
    [knownId, 'known'],
    [dispensaryId, null],
  ]);
});

test('an added dispensary that is known under another slug stays removed', async () => {
  const { db, knownId, held, idsOf } = await enterTwice();
  await expect(keepStore(db, held, makeStore('known'))).rejects.toMatchObject({ kind: 'InvalidInput' });
  expect(await idsOf()).toEqual([[knownId, 'known']]);
});
