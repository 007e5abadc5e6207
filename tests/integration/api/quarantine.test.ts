import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { findPayload } from '../../../db/queries/payload-pages.ts';
import { startCrawl, startLookAgain } from '../../../temporal-client/crawl-control.ts';
import { describeLatest } from '../../../temporal-client/steer-tasks.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createDoubtWorld, MENU } from '../../support/doubt-world.ts';
import { makeDoubted } from '../../support/doubted-menus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { quarantineOne } from '../db/make-quarantined.ts';

const HOUR_MS = 3_600_000;

/** Creates a store with a doubted menu, and an API. @param fetches the results of the fetches of the store's chains */
async function createDoubted(fetches: Parameters<typeof createDoubtWorld>[0]) {
  const { db, client } = await createDoubtWorld(fetches);
  const root = await temporaryFolder('quarantine-');
  const { dispensaryId: id, suspect } = await makeDoubted(db, root);
  const store = { id, name: 'Desert Bloom', platform: 'dutchie' as const, stateCode: 'AZ' };
  const { call } = await startApiServer({ db, client, env: { STORAGE_ROOT: root } });
  const decide = async (decision: 'confirm' | 'reject') =>
    (await call('POST', `/api/payloads/${suspect}/decision`, { body: { decision, reason: 'I called them' } }))
      .status;
  return { db, client, store, suspect, call, decide };
}

test('believing a menu has the chain that waits to fetch again go on at once', async () => {
  const waiting = ApplicationFailure.create({
    message: 'in doubt',
    type: 'SuspectPayload',
    nextRetryDelay: '1 hour',
  });
  const { client, store, decide } = await createDoubted([waiting, MENU]);
  const { handle } = await startCrawl(client, store, { images: false });
  const look = async () => (await describeLatest(client, handle.workflowId))?.look.state;
  await expect.poll(look, { timeout: 60_000 }).toBe('later');
  expect(await decide('confirm')).toBe(202);
  expect(await handle.result()).toMatchObject({ payloadId: MENU.payloadId });
});

test('a menu that was confirmed and ingested is not ingested again, and whoever confirms it once more is told who did', async () => {
  const { client, suspect, call, decide, db } = await createDoubted([]);
  expect(await decide('confirm')).toBe(202);
  const first = await client.workflow.getHandle(`refresh/${suspect}`).describe();
  await client.workflow.getHandle(`refresh/${suspect}`).terminate('the test ingests it');
  await db.updateTable('raw_crawl_payloads').set({ ingested_at: new Date() }).execute();
  const body = { decision: 'confirm', reason: 'again' };
  const again = await call('POST', `/api/payloads/${suspect}/decision`, { body });
  expect(again).toMatchObject({
    status: 200,
    body: { task: null, payload: { decided_by: 'this machine (local)', decided_because: 'I called them' } },
  });
  expect((await client.workflow.getHandle(`refresh/${suspect}`).describe()).runId).toBe(first.runId);
  const other = await call('POST', `/api/payloads/${suspect}/decision`, {
    body: { ...body, decided_by: 'Ada' },
  });
  expect(other).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/ this machine \(local\) decided it at .+ UTC\.$/) },
  });
});

test.each([
  ['confirm', 202, 'confirmed'],
  ['reject', 200, 'rejected'],
] as const)(
  'the look again ends with the decision to %s, which it names',
  async (decision, status, verdict) => {
    const { client, store, suspect, call, decide } = await createDoubted([]);
    await startLookAgain(client, store, { afterMs: HOUR_MS, startId: 'look-again/a-test' });
    const { workflowId, runId } = await client.workflow.getHandle(`later/look-again-${store.id}`).describe();
    const task = async () =>
      (await call<{ status: string; timeline: object[] }>('GET', `/api/tasks/${taskId(workflowId, runId)}`))
        .body;
    await expect.poll(async () => (await task()).status, { timeout: 60_000 }).toBe('pending');
    // The confirmation crawl was started after the menu had come in.
    const paths = ['/api/payloads/quarantine', `/api/payloads/${suspect}`] as const;
    const [listed, one] = await Promise.all(paths.map(async (path) => (await call('GET', path)).body));
    const end = { doubt_end: { by: 'look_again', at: expect.any(String), why: expect.any(String) } };
    expect(listed).toMatchObject({ items: [end] });
    const ofStore = async (id: number) => (await call('GET', `${paths[0]}?dispensary_id=${id}`)).body;
    expect([await ofStore(store.id), await ofStore(store.id + 1)]).toMatchObject([
      { items: [end], total: 1 },
      { items: [], total: 0 },
    ]);
    expect(one).toMatchObject(end);
    expect(await decide(decision)).toBe(status);
    await expect.poll(async () => (await task()).status, { timeout: 60_000 }).toBe('cancelled');
    expect((await call('GET', paths[1])).body).toMatchObject({ doubt_end: null });
    expect((await task()).timeline).toContainEqual(
      expect.objectContaining({ reason: `Payload ${suspect} was ${verdict}: I called them` }),
    );
  },
);

test('a decision names the person and the key, and takes null where there is no reason', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { call } = await startApiServer({ db, client, isFollowed: false });
  const { id } = await quarantineOne(db);
  const decide = (decidedBy: string) =>
    call('POST', `/api/payloads/${id}/decision`, {
      body: { decision: 'reject', reason: null, decided_by: decidedBy },
    });
  expect((await decide('')).body['errors']).toMatchObject([{ pointer: '/decided_by' }]);
  expect(await decide('Ada')).toMatchObject({ status: 200, body: { task: null } });
  const decided = { verdict: 'rejected', decided_by: 'Ada (local)', decided_because: null };
  expect(await findPayload(db, id)).toMatchObject(decided);
  expect((await decide('Ada')).status).toBe(200);
  expect((await decide('Grace')).status).toBe(409);
});
