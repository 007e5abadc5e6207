import { expect, test } from 'vitest';
import { listQuarantinePage } from '../../../db/queries/payload-pages.ts';
import { decideQuarantined } from '../../../db/queries/quarantine.ts';
import { STARTER } from '../../../domain/role-workflows.ts';
import { withDoubtEnds } from '../../../reports/doubt-ends.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeRun, runIdAt } from '../db/make-runs.ts';
import { quarantineOne } from '../db/make-quarantined.ts';

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
  const { items } = await listQuarantinePage(db, { after: null, limit: 10 });
  const ends = new Map((await withDoubtEnds(db, items)).map(({ id, doubt_end: end }) => [id, end]));
  expect(ends.get(awaited.id)).toMatchObject({ by: 'look_again', at: due });
  expect(ends.get(looked.id)).toMatchObject({ by: 'next_crawl', at: null });
  expect(ends.get(closed.id)).toMatchObject({ by: 'person', at: null });
  await decideQuarantined(db, awaited.id, { verdict: 'rejected', decidedBy: 'Ada' });
  const decided = items.map((row) => ({ ...row, verdict: 'rejected' as const }));
  expect((await withDoubtEnds(db, decided)).map(({ doubt_end: end }) => end)).toEqual([null, null, null]);
});
