import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { diffPayloads, type PayloadDiff } from '../../payloads/diff-payloads.ts';
import { readEnvironment } from '../../config/environment.ts';
import { platformSettings } from '../../config/platform-settings.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer, type ApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

interface Listed {
  items: { id: number; verdict: string; sha256: string; product_count: number }[];
}

interface Document {
  dispensaryId: number;
  products: unknown[];
}

/** Creates a store that was crawled twice through the API. Its menu changed in between. */
async function createCrawled() {
  const world = await createCrawlWorld({ dispensaries: 1, products: 60 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const api = await startApiServer({
    db: world.db,
    client: world.client,
    env: { STORAGE_ROOT: world.storageRoot },
  });
  const crawl = async () => {
    const { body } = await api.call('POST', `/api/dispensaries/${dispensary.id}/crawl`, {
      body: { images: false },
    });
    await world.client.workflow.getHandle(String(body.workflow_id), String(body.run_id)).result();
  };
  await crawl();
  await world.evolve();
  await crawl();
  return { world, dispensary, ...api };
}

test('payloads of crawls that the API started are listed, read whole and compared', async () => {
  const { world, dispensary, url, call } = await createCrawled();
  const store = `/api/payloads/store/${dispensary.id}`;
  const listed = await call<Listed>('GET', '/api/payloads?platform=dutchie&verdict=accepted');
  const [second, first] = listed.body.items;
  expect(listed.body.items).toHaveLength(2);
  expect((await call<Listed>('GET', store)).body).toEqual(listed.body);
  expect((await call('GET', `${store}/latest`)).body).toEqual(second);
  const detail = (await call('GET', `/api/payloads/${first!.id}`)).body;
  expect(detail).toMatchObject({
    ...first,
    dispensary_name: dispensary.name,
    current_payload_id: second!.id,
  });
  const { body: task } = await call('GET', `/api/tasks/${String(detail.task_id)}`);
  expect(task).toMatchObject({ role: 'payload_fetch', result: { payload_id: first!.id } });
  await expectWhole({ url, call }, first!);

  const last = await call<PayloadDiff>('GET', `${store}/diff`);
  const given = await call<PayloadDiff>('GET', `${store}/diff?from=${first!.id}&to=${second!.id}`);
  expect([last.status, last.body]).toEqual([200, given.body]);
  const fromFiles = await compareFiles(world, { from: first!.id, to: second!.id });
  expect(last.body).toMatchObject(fromFiles);
  expect(last.body.diff.priceChanges).toBeGreaterThan(0);
  const back = await call<PayloadDiff>('GET', `${store}/diff?from=${second!.id}&to=${first!.id}`);
  expect(back.body.diff).toMatchObject({ added: last.body.diff.removed, removed: last.body.diff.added });

  for (const half of [`from=${first!.id}`, `to=${second!.id}`])
    expect((await call<PayloadDiff>('GET', `${store}/diff?${half}`)).body).toEqual(last.body);
  expect((await call('GET', `${store}/diff?to=${first!.id}`)).status).toBe(404);
  expect((await call('GET', `${store}/diff?from=${first!.id}&to=999999`)).status).toBe(404);
  for (const path of ['', '/latest', '/diff'])
    expect((await call('GET', `/api/payloads/store/999999${path}`)).status).toBe(404);
  await expectNoFile({ world, call, first: first!.id, store });
});

/** Expects that the API serves a payload's JSON, compressed or not, and answers 304 if it is unchanged. */
async function expectWhole(
  { url, call }: Pick<ApiServer, 'url' | 'call'>,
  { id, sha256, product_count }: Listed['items'][number],
) {
  const plain = await call<Document>('GET', `/api/payloads/${id}/data`);
  expect(plain.status).toBe(200);
  expect(plain.body.products).toHaveLength(product_count);
  const gzipped = await fetch(`${url}/api/payloads/${id}/data`);
  expect(gzipped.headers.get('content-encoding')).toBe('gzip');
  expect(await gzipped.json()).toEqual(plain.body);
  const tag = plain.headers.get('etag')!;
  expect(tag).toBe(`"${sha256}"`);
  const again = await request(`${url}/api/payloads/${id}/data`, { headers: { 'if-none-match': tag } });
  expect(again.statusCode).toBe(304);
  await again.body.dump();
}

/** Compares two payloads by their files. The added products in the result have more fields than in the API's answer. */
async function compareFiles(world: CrawlWorld, ids: { from: number; to: number }): Promise<object> {
  const tools = {
    db: world.db,
    platforms: createPlatformRegistry(platformSettings(readEnvironment(world.workerEnv))),
    payloadFiles: createPayloadFiles({ root: world.storageRoot }),
  };
  const { details, ...rest } = await diffPayloads(tools, ids);
  const byName = (one: { providerProductId: string }) =>
    expect.objectContaining({ providerProductId: one.providerProductId });
  return {
    ...rest,
    details: {
      added: expect.arrayContaining(details.added.map(byName)),
      removed: expect.arrayContaining(details.removed),
      priceChanges: expect.arrayContaining(details.priceChanges),
      stockChanges: expect.arrayContaining(details.stockChanges),
    },
  };
}

async function expectNoFile({
  world,
  call,
  first,
  store,
}: {
  world: CrawlWorld;
  call: ApiServer['call'];
  first: number;
  store: string;
}) {
  const { storage_path: path } = await world.db
    .selectFrom('raw_crawl_payloads')
    .where('id', '=', first)
    .select('storage_path')
    .executeTakeFirstOrThrow();
  await rm(join(world.storageRoot, path));
  const gone = await call('GET', `/api/payloads/${first}/data`);
  expect([gone.status, gone.body.code]).toEqual([409, 'conflict']);
  // If the file is missing, the comparison uses the snapshots.
  expect((await call('GET', `${store}/diff`)).status).toBe(200);
}

test('a menu in quarantine goes in once the API is told to believe it, and a rejected one never', async () => {
  const { world, call } = await createCrawled();
  // Simulates that both payloads were suspect when they were fetched.
  const suspicion = { fault: 'empty', message: 'The menu came back empty.', evidence: { unique: 0 } };
  await world.db
    .updateTable('raw_crawl_payloads')
    .set({ verdict: 'suspect', suspicion: JSON.stringify(suspicion), ingested_at: null, ingest_counts: null })
    .execute();
  await world.db.deleteFrom('store_product_snapshots').execute();
  const { items, total } = (await call<Listed & { total: number }>('GET', '/api/payloads/quarantine?limit=2'))
    .body;
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { verdict: 'suspect', suspicion },
    { verdict: 'suspect', suspicion },
  ]);
  const [confirmed, rejected] = items;

  const refresh = await call('POST', `/api/payloads/${confirmed!.id}/refresh`);
  expect([refresh.status, refresh.body.code]).toEqual([409, 'conflict']);
  const without = await call('POST', `/api/payloads/${confirmed!.id}/decision`, {
    body: { decision: 'confirm' },
  });
  expect([without.status, without.body.errors]).toMatchObject([400, [{ pointer: '/reason' }]]);
  const reason = 'The store moves.';
  const answer = await call<{ payload: object; task: { workflow_id: string; run_id: string } }>(
    'POST',
    `/api/payloads/${confirmed!.id}/decision`,
    { body: { decision: 'confirm', reason } },
  );
  expect(answer).toMatchObject({
    status: 202,
    body: { payload: { verdict: 'confirmed', decided_by: 'this machine (local)', decided_because: reason } },
  });
  const { workflow_id: workflowId, run_id: runId } = answer.body.task;
  const { body: task } = await call<{ timeline: object[] }>('GET', `/api/tasks/${taskId(workflowId, runId)}`);
  expect(task.timeline[0]).toMatchObject({ event: 'created', reason });
  await world.client.workflow.getHandle(workflowId, runId).result();
  expect((await call('GET', `/api/payloads/${confirmed!.id}`)).body.ingested_at).not.toBeNull();
  const again = await call('POST', `/api/payloads/${confirmed!.id}/refresh`);
  expect(again).toMatchObject({ status: 202, body: { workflow_id: workflowId, already_running: false } });

  const no = await call('POST', `/api/payloads/${rejected!.id}/decision`, {
    body: { decision: 'reject', reason },
  });
  expect(no).toMatchObject({ status: 200, body: { payload: { verdict: 'rejected' }, task: null } });
  const late = await call('POST', `/api/payloads/${rejected!.id}/decision`, {
    body: { decision: 'confirm', reason },
  });
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect((await call('POST', '/api/payloads/999999/refresh')).status).toBe(404);
});
