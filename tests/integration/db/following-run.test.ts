import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { findFollowingRun, findWaitingAgain } from '../../../db/queries/following-run.ts';
import { noteRequest } from '../../../db/queries/run-events.ts';
import { findRun } from '../../../db/queries/runs.ts';
import { STARTER } from '../../../domain/role-workflows.ts';
import { countRead } from '../../support/count-read.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeDispensary } from './make-crawl.ts';
import { makeRun, runIdAt } from './make-runs.ts';

const HOUR_MS = 3_600_000;

/**
 * Adds a task that waits for its start time, and so many later runs of the same dispensary that a test would notice if all of them were
 * read.
 */
async function makeWaiting(db: Db) {
  const store = await makeDispensary(db);
  const id = runIdAt(Date.now() - HOUR_MS);
  const workflow = { workflow_id: `${STARTER.idPrefix}x`, type: STARTER.type, dispensary_id: store };
  await makeRun(db, { id, ...workflow, ended_as: null });
  const startRun = async (atMs: number, startedBy: string | null) =>
    makeRun(db, { id: runIdAt(atMs), dispensary_id: store, started_by: startedBy });
  for (let later = 0; later < 300; later += 1) await startRun(Date.now() + 2 * HOUR_MS + later, null);
  await sql`vacuum analyze runs`.execute(db);
  const attempt = { workflowId: workflow.workflow_id, runId: id };
  return {
    startRun,
    cancel: async (by?: string) => {
      await noteRequest(db, attempt, { event: 'cancel_requested', actor: 'Ann', by });
      await sql`update runs set ended_as = 'cancelled', ended_at = now() where id = ${id}`.execute(db);
    },
    /** Returns the run that followed the task, and how many rows of `runs` were read to find it. */
    follow: async () => {
      const ended = await findRun(db, attempt);
      let following: Awaited<ReturnType<typeof findFollowingRun>> = null;
      const read = await countRead(db, 'runs', async (tx) => {
        following = await findFollowingRun(tx, ended!);
      });
      return { following, read };
    },
  };
}

test('what was started in place of a task that waited is found by the workflow that ended it', async () => {
  const { db } = await createTestDatabase();
  const { startRun, cancel, follow } = await makeWaiting(db);
  await startRun(Date.now() - HOUR_MS / 2, 'bulk/other');
  const inPlace = await startRun(Date.now(), 'bulk/one');
  await cancel('bulk/one');
  expect((await follow()).following).toMatchObject({ isInPlace: true, run: { id: inPlace } });
});

test('nothing came after one that was cancelled, and no run is read to know it', async () => {
  for (const [by, most] of [
    [undefined, 0],
    ['bulk/which-cancels', 5],
  ] as const) {
    const { db } = await createTestDatabase();
    const { cancel, follow } = await makeWaiting(db);
    await cancel(by);
    const { following, read } = await follow();
    expect([by, following]).toEqual([by, null]);
    expect(read).toBeLessThanOrEqual(most);
  }
});

test('what waits to do the work of a run once more is what waited before the next run came', async () => {
  const { db } = await createTestDatabase();
  const waits = async (name: string, minutesAgo: number, endedAs: 'completed' | null) => {
    const id = runIdAt(Date.now() - minutesAgo * 60_000);
    const due = { scheduled_for: new Date(), ended_as: endedAs };
    return makeRun(db, { id, workflow_id: `${STARTER.idPrefix}${name}`, type: STARTER.type, ...due });
  };
  const waitsAs = ['retry-1', 'look-again-1'].map((name) => `${STARTER.idPrefix}${name}`);
  const find = async (next: string | null) =>
    (await findWaitingAgain(db, { waitsAs, next: next === null ? null : { id: next } }))?.id;
  await waits('retry-1', 30, 'completed');
  await waits('retry-2', 20, null);
  expect(await find(null)).toBeUndefined();
  const nextAt = (minutesAgo: number) => runIdAt(Date.now() - minutesAgo * 60_000);
  const waiting = await waits('retry-1', 10, null);
  expect([await find(null), await find(nextAt(5)), await find(nextAt(15))]).toEqual([
    waiting,
    waiting,
    undefined,
  ]);
});
