import { expect, test } from 'vitest';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { startKubernetesApi, withoutCluster } from '../../support/kubernetes-api.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const SCALE = '/api/workers/k8s/scale';

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, ...(await startApiServer({ db, client })) };
}

test('tells how many pods of workers there are, and sets how many there are to be', async () => {
  const cluster = await startKubernetesApi();
  const { call } = await createServer();
  expect((await call('GET', '/api/workers/k8s/replicas')).body).toEqual({
    statefulset: 'scraper-worker',
    namespace: 'dispensary-scraper',
    current: 7,
    desired: 8,
    ready: 6,
    min: 1,
    max: 15,
  });
  const { status, body } = await call('POST', SCALE, { body: { replicas: 12 } });
  expect([status, cluster.state.desired]).toEqual([200, 12]);
  expect(body).toMatchObject({ replicas: 12, previous: 8, clamped: false, dry_run: false });
});

test('takes three pods, where nobody has set how many there are at least', async () => {
  const cluster = await startKubernetesApi();
  const { call } = await createServer();
  const { status, body } = await call('POST', SCALE, { body: { replicas: 3 } });
  expect([status, cluster.state.desired]).toEqual([200, 3]);
  expect(body).toMatchObject({ requested: 3, replicas: 3, previous: 8, clamped: false, min: 1 });
});

test('says that more were asked for than are allowed, and what a dry run would do', async () => {
  const cluster = await startKubernetesApi();
  const { call } = await createServer();
  const { body } = await call('POST', SCALE, { body: { replicas: 40, dry_run: true } });
  expect(body).toMatchObject({ requested: 40, replicas: 15, clamped: true, dry_run: true });
  expect(body['message']).toBe(
    '15 pods would be set; it was 8 before. 40 were requested, but only 1 to 15 are allowed.',
  );
  expect(cluster.state.desired).toBe(8);
});

test('takes a key of admin, and a whole number', async () => {
  const cluster = await startKubernetesApi();
  const { db, call } = await createServer();
  const [operator, admin] = [await givenKey(db, 'operate'), await givenKey(db, 'admin')];
  expect((await call('POST', SCALE, { headers: operator, body: { replicas: 9 } })).status).toBe(403);
  for (const replicas of [-1, 2.5, '9', undefined]) {
    const { status, body } = await call('POST', SCALE, { headers: admin, body: { replicas } });
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([{ in: 'body', pointer: '/replicas' }]);
  }
  expect((await call('POST', SCALE, { headers: admin, body: { replicas: 9, dryrun: true } })).status).toBe(
    400,
  );
  expect(cluster.state.desired).toBe(8);
});

test('each fault of the cluster has its code', async () => {
  const cluster = await startKubernetesApi();
  const { call } = await createServer();
  const scale = async () => {
    const { status, body } = await call('POST', SCALE, { body: { replicas: 9 } });
    return [status, body['code']];
  };
  cluster.rivals = 2;
  expect(await scale()).toEqual([409, 'kubernetes-conflict']);
  cluster.permissions.delete('patch statefulsets/scale');
  expect(await scale()).toEqual([502, 'kubernetes-forbidden']);
  await cluster.stop();
  expect(await scale()).toEqual([503, 'kubernetes-unreachable']);
  await withoutCluster();
  expect(await scale()).toEqual([503, 'not-in-kubernetes']);
  expect((await call('GET', '/api/workers/k8s/replicas')).body['code']).toBe('not-in-kubernetes');
});
