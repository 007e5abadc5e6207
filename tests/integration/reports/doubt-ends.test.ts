import { expect, test } from 'vitest';
import { listQuarantinePage } from '../../../db/queries/payload-pages.ts';
import { decideQuarantined, quarantinePayload } from '../../../db/queries/quarantine.ts';
import type { Suspicion } from '../../../domain/belief/suspicion.ts';
import { STARTER } from '../../../domain/role-workflows.ts';
import { readDoubtEnds, withDoubtEnds } from '../../../reports/doubt-ends.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeRun, runIdAt } from '../db/make-runs.ts';
import { beginRun, makePayloadRecord } from '../db/make-crawl.ts';
import { quarantineOne } from '../db/make-quarantined.ts';
import { SUSPICION } from '../db/make-unconfirmed.ts';

const MINUTE_MS = 60_000;

test('the look that waits for a store says when its doubt ends; one that is over, and those of other stores, do not', async () => {
  const { db } = await createTestDatabase();
  const [awaited, looked, closed] = [
    await quarantineOne(db),
    await quarantineOne(db),
    await quarantineOne(db),
  ];
  const due = new Date(Date.now() + 30 * MINUTE_MS);
  const lookAgain = (store: number, endedAs: 'completed' | null) =>
    makeRun(db, {
      id: runIdAt(Date.now()),
      workflow_id: `later/look-again-${store}`,
      type: STARTER.type,
      dispensary_id: store,
      scheduled_for: due,
      ended_as: endedAs,
      ...(endedAs === null ? {} : { ended_at: new Date() }),
    });
  await lookAgain(awaited.run.dispensaryId, null);
  await lookAgain(looked.run.dispensaryId, 'completed');
  await db
    .updateTable('dispensaries')
    .set({ crawl_enabled: false })
    .where('id', '=', closed.run.dispensaryId)
    .execute();
  const { items } = await listQuarantinePage(db, {}, { after: null, limit: 10 });
  const ends = new Map((await withDoubtEnds(db, items)).map(({ id, doubt_end: end }) => [id, end]));
  expect(ends.get(awaited.id)).toMatchObject({ by: 'look_again', at: due });
  expect(ends.get(looked.id)).toMatchObject({ by: 'next_crawl', at: null });
  expect(ends.get(closed.id)).toMatchObject({ by: 'person', at: null });
  const counts = { lookAgain: 1, lastLookAt: due, nextCrawl: 1, person: 1 };
  expect(await readDoubtEnds(db)).toEqual(counts);
  await decideQuarantined(db, awaited.id, { verdict: 'rejected', decidedBy: 'Ada' });
  const decided = items.map((row) => ({ ...row, verdict: 'rejected' as const }));
  expect((await withDoubtEnds(db, decided)).map(({ doubt_end: end }) => end)).toEqual([null, null, null]);
  expect(await readDoubtEnds(db)).toEqual({ ...counts, lookAgain: 0, lastLookAt: null });
});

test('a menu that saw what an earlier one saw ends with the look that waits for that one; one that saw something else does not', async () => {
  const { db } = await createTestDatabase();
  const shrunk = (gone: number): Suspicion => ({
    ...SUSPICION,
    fault: 'shrunk',
    faults: ['shrunk'],
    measured: [{ rule: 'gone', count: gone, of: 90 }],
    doubts: 1,
  });
  const run = await beginRun(db);
  const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
  const doubt = async (fetchedAt: Date, gone: number) => {
    const payload = await makePayloadRecord(db, fetchedAt);
    return quarantinePayload(db, run, { payload, suspicion: shrunk(gone) });
  };
  await doubt(soon(-60), 60);
  await makeRun(db, {
    id: runIdAt(soon(-50).getTime()),
    workflow_id: `later/look-again-${run.dispensaryId}`,
    type: STARTER.type,
    dispensary_id: run.dispensaryId,
    scheduled_for: soon(10),
    ended_as: null,
  });
  await doubt(soon(-20), 61);
  await doubt(soon(-10), 20);
  const { items } = await listQuarantinePage(db, {}, { after: null, limit: 10 });
  const ends = await withDoubtEnds(db, items);
  expect(ends.map(({ doubt_end: end }) => end?.by)).toEqual(['next_crawl', 'look_again', 'look_again']);
  expect(await readDoubtEnds(db)).toMatchObject({ lookAgain: 2, nextCrawl: 1, person: 0 });
});
