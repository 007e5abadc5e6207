import { expect, test } from 'vitest';
import { countLastHour, groupFailures } from '../../../db/queries/failures.ts';
import { countScheduled } from '../../../db/queries/overview-figures.ts';
import { RETRY_ID_PREFIX } from '../../../temporal-config/workflow-ids.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeRun, runIdAt } from './make-runs.ts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test('failures whose dispensary has a retry that waits are counted, with the time of the next one', async () => {
  const { db } = await createTestDatabase();
  const crawl = (store: number, minutes: number, outcome: 'failed' | 'completed') =>
    makeRun(db, {
      id: runIdAt(inMinutes(minutes).getTime()),
      workflow_id: `crawl/${store}`,
      dispensary_id: store,
      ended_at: inMinutes(minutes),
      ended_as: outcome,
    });
  const wait = async (name: string, minutes: number): Promise<Date> => {
    const at = inMinutes(minutes);
    await makeRun(db, {
      id: runIdAt(inMinutes(-2).getTime()),
      workflow_id: `later/${name}`,
      type: 'startOnce',
      ended_as: null,
      scheduled_for: at,
    });
    return at;
  };
  for (const store of [1, 2, 3, 4]) await crawl(store, -3, 'failed');
  await crawl(4, -1, 'completed');
  await wait('retry-1', 20);
  const next = await wait('retry-2', 10);
  // Its time has come, and it is about to begin.
  await wait('retry-3', -1);
  await wait('retry-4', 5);
  await wait('by-hand', 2);
  const groups = await groupFailures(db, { since: inMinutes(-60), limit: 5, retryPrefix: RETRY_ID_PREFIX });
  // The one that has been done since is no failure of the last hour any more.
  expect(await countLastHour(db)).toEqual({ completed: 1, failed: 3, kind: null });
  expect(groups).toMatchObject([{ count: 4, recovered: 1, retrying: 2, nextRetryAt: next }]);
  expect(await countScheduled(db, RETRY_ID_PREFIX)).toMatchObject({ count: 4, retries: 3 });
});
