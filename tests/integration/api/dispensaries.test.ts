import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { findRun } from '../../../db/queries/runs.ts';
import { crawlDispensaryId, taskId } from '../../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, client, ...(await startApiServer({ db, client })) };
}

interface Listed {
  items: { id: number; name: string; state: string | null }[];
  next_cursor: string | null;
}

async function makeThree(db: Db): Promise<number[]> {
  return [
    await makeDispensary(db),
    await makeDispensary(db, { name: 'Green Roots', state: 'CA' }),
    await makeDispensary(db, { name: 'Lost', state: null }),
  ];
}

test('dispensaries come in pages, by state, name and whether they are crawled', async () => {
  const { db, call } = await createServer();
  const [bloom, roots, lost] = await makeThree(db);
  const ids = async (query: string) => {
    const { status, body } = await call<Listed>('GET', `/api/dispensaries?${query}`);
    return [status, body.items.map(({ id }) => id), body.next_cursor === null];
  };
  expect(await ids('')).toEqual([200, [bloom, roots, lost], true]);
  expect(await ids('state=CA')).toEqual([200, [roots], true]);
  expect(await ids('search=ROOT&enabled=true&platform=dutchie')).toEqual([200, [roots], true]);
  expect(await ids('enabled=false')).toEqual([200, [], true]);
  const first = await call<Listed>('GET', '/api/dispensaries?limit=2');
  expect(await ids(`limit=2&cursor=${first.body.next_cursor}`)).toEqual([200, [lost], true]);
  const other = await call('GET', `/api/dispensaries?limit=2&state=CA&cursor=${first.body.next_cursor}`);
  expect([other.status, other.body.code]).toEqual([422, 'bad-cursor']);
});

test('a list comes as CSV where that is asked for', async () => {
  const { db, call } = await createServer();
  await makeThree(db);
  const { text } = await call('GET', '/api/dispensaries', { headers: { accept: 'text/csv' } });
  expect(text.split('\n')[0]).toMatch(/^id,name,platform,/);
  expect(text.split('\n')).toHaveLength(5);
});

test('one is shown and changed, and what is wrong with a change is named', async () => {
  const { db, call } = await createServer();
  const [id] = await makeThree(db);
  const changed = await call('PATCH', `/api/dispensaries/${id}`, {
    body: { crawl_enabled: false, crawl_interval_hours: 12, fetch_mode: 'auto' },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { id, crawl_enabled: false, crawl_interval_hours: 12, fetch_mode: 'auto' },
  });
  expect((await call('GET', `/api/dispensaries/${id}`)).body).toEqual(changed.body);
  const wrong = await call('PATCH', `/api/dispensaries/${id}`, {
    body: { crawl_interval_hours: 0, fetch_mode: 'curl', colour: 'red' },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ in: 'body', pointer: '/crawl_interval_hours' }),
      expect.objectContaining({ in: 'body', pointer: '/fetch_mode' }),
    ]),
  );
  expect((await call('PATCH', `/api/dispensaries/${id}`, { body: {} })).status).toBe(400);
  const unknown = await call('PATCH', '/api/dispensaries/999999', { body: { crawl_enabled: true } });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found']);
  expect((await call('GET', '/api/dispensaries/999999')).status).toBe(404);
  expect((await call('GET', '/api/dispensaries/x')).status).toBe(400);
});

test('a crawl is started once, and a second request finds it running', async () => {
  const { db, client, call } = await createServer();
  const [id] = await makeThree(db);
  const first = await call('POST', `/api/dispensaries/${id}/crawl`);
  expect(first).toMatchObject({
    status: 202,
    body: { workflow_id: crawlDispensaryId(id!), already_running: false },
  });
  const execution = { workflowId: crawlDispensaryId(id!), runId: String(first.body.run_id) };
  expect(first.body.task_id).toBe(taskId(execution.workflowId, execution.runId));
  // The API has written the run to the ledger, although no process follows Temporal yet.
  expect(await findRun(db, execution)).toMatchObject({
    status: 'pending',
    priority: 20,
    requestedBy: 'this machine',
  });
  const second = await call('POST', `/api/dispensaries/${id}/crawl`, {
    body: { priority: 5, images: false },
  });
  expect([second.status, second.body]).toEqual([202, { ...first.body, already_running: true }]);
  const { raw } = await client.workflow.getHandle(crawlDispensaryId(id!)).describe();
  expect(raw.workflowExecutionInfo?.priority?.priorityKey).toBe(1);
});

test('a repeat with the same Idempotency-Key is answered as the first, though that chain has ended', async () => {
  const { db, client, call } = await createServer();
  const [id] = await makeThree(db);
  const headers = { 'idempotency-key': 'crawl-1' };
  const first = await call('POST', `/api/dispensaries/${id}/crawl`, { headers });
  await client.workflow.getHandle(crawlDispensaryId(id!)).terminate();
  const second = await call('POST', `/api/dispensaries/${id}/crawl`, { headers });
  expect([second.status, second.body]).toEqual([202, first.body]);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
});

test('what is not to be crawled, or not there, is not crawled', async () => {
  const { db, call } = await createServer();
  const [id] = await makeThree(db);
  await call('PATCH', `/api/dispensaries/${id}`, { body: { crawl_enabled: false } });
  const refused = await call('POST', `/api/dispensaries/${id}/crawl`);
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect((await call('POST', '/api/dispensaries/999999/crawl')).status).toBe(404);
});
