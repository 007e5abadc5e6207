import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { kubernetesSettings, type KubernetesSettings } from '../../../config/kubernetes-settings.ts';
import { KubernetesFailure } from '../../../kubernetes/kubernetes-failure.ts';
import { readWorkerReplicas, scaleWorkers } from '../../../kubernetes/worker-replicas.ts';
import { startKubernetesApi, withoutCluster } from '../../support/kubernetes-api.ts';

const SETTINGS = kubernetesSettings(readEnvironment({}));
const SET_PATH = '/apis/apps/v1/namespaces/dispensary-scraper/statefulsets/scraper-worker';
const SCALE_PATH = `${SET_PATH}/scale`;

async function failureOf(work: Promise<unknown>): Promise<KubernetesFailure> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KubernetesFailure);
  return error as KubernetesFailure;
}

function scale(requested: number, options: { isDryRun?: boolean; settings?: KubernetesSettings } = {}) {
  const { isDryRun = false, settings = SETTINGS } = options;
  return scaleWorkers(settings, { requested, isDryRun });
}

describe('readWorkerReplicas', () => {
  test('tells how many pods there are, are to be, and are ready', async () => {
    const api = await startKubernetesApi();
    expect(await readWorkerReplicas(SETTINGS)).toEqual({
      namespace: 'dispensary-scraper',
      statefulset: 'scraper-worker',
      min: 1,
      max: 15,
      current: 7,
      desired: 8,
      ready: 6,
    });
    expect(api.requests).toEqual([`GET ${SCALE_PATH}`, `GET ${SET_PATH}`]);
  });

  test('takes what Kubernetes leaves out for 0', async () => {
    const api = await startKubernetesApi();
    api.state = { current: 0, desired: 0, ready: 0 };
    expect(await readWorkerReplicas(SETTINGS)).toMatchObject({ current: 0, desired: 0, ready: 0 });
  });

  test('does not tell who is ready where the role covers the scale alone', async () => {
    const api = await startKubernetesApi();
    api.permissions.delete('get statefulsets');
    expect(await readWorkerReplicas(SETTINGS)).toMatchObject({ current: 7, desired: 8, ready: null });
  });
});

describe('scaleWorkers', () => {
  test('writes the scale alone, with the version that it read', async () => {
    const api = await startKubernetesApi();
    expect(await scale(10)).toMatchObject({ requested: 10, replicas: 10, previous: 8, isClamped: false });
    expect(api.state.desired).toBe(10);
    expect(api.requests).toEqual([`GET ${SCALE_PATH}`, `PATCH ${SCALE_PATH}?fieldManager=crawlchain`]);
  });

  test.each([1, 3, 15])('sets %i pods, as it was asked to', async (requested) => {
    const api = await startKubernetesApi();
    expect(await scale(requested)).toMatchObject({ requested, replicas: requested, isClamped: false });
    expect(api.state.desired).toBe(requested);
  });

  test('makes of 3 pods the 5 that an operator has set as the fewest, and says so', async () => {
    const api = await startKubernetesApi();
    const settings = kubernetesSettings(readEnvironment({ K8S_REPLICAS_MIN: '5' }));
    expect(await scale(3, { settings })).toMatchObject({ requested: 3, replicas: 5, isClamped: true });
    expect(api.state.desired).toBe(5);
  });

  test.each([
    [40, 15],
    [16, 15],
    [0, 1],
  ])('makes of %i pods %i, and says so', async (requested, replicas) => {
    const api = await startKubernetesApi();
    expect(await scale(requested)).toMatchObject({ requested, replicas, isClamped: true });
    expect(api.state.desired).toBe(replicas);
  });

  test('has the cluster check a dry run, and changes nothing', async () => {
    const api = await startKubernetesApi();
    expect(await scale(12, { isDryRun: true })).toMatchObject({ replicas: 12, previous: 8 });
    expect(api.state.desired).toBe(8);
    expect(api.requests.at(-1)).toBe(`PATCH ${SCALE_PATH}?dryRun=All&fieldManager=crawlchain`);
    api.permissions.delete('patch statefulsets/scale');
    expect((await failureOf(scale(12, { isDryRun: true }))).fault).toBe('kubernetes-forbidden');
  });

  test('reads and writes once more when another one came before', async () => {
    const api = await startKubernetesApi();
    api.rivals = 1;
    expect(await scale(9)).toMatchObject({ replicas: 9 });
    expect(api.state.desired).toBe(9);
    expect(api.requests).toHaveLength(4);
  });

  test('gives up when others keep coming before, and changes nothing', async () => {
    const api = await startKubernetesApi();
    api.rivals = 2;
    expect((await failureOf(scale(9))).fault).toBe('kubernetes-conflict');
    expect(api.state.desired).toBe(8);
    expect(api.requests).toHaveLength(4);
  });
});

describe('what the cluster refuses', () => {
  test('for want of rights names the rights', async () => {
    const api = await startKubernetesApi();
    api.permissions.delete('patch statefulsets/scale');
    const failure = await failureOf(scale(9));
    expect(failure.fault).toBe('kubernetes-forbidden');
    expect(failure.message).toContain('User "api" cannot patch resource "statefulsets/scale"');
    expect(failure.message).toContain('the verbs get and patch for statefulsets and statefulsets/scale');
    expect(api.state.desired).toBe(8);
  });

  test('for a wrong token says so, and does not quote the token', async () => {
    await startKubernetesApi('a-token-of-yesterday');
    const failure = await failureOf(readWorkerReplicas(SETTINGS));
    expect(failure.fault).toBe('kubernetes-forbidden');
    expect(failure.message).toContain('does not accept the credentials');
    expect(failure.message).not.toContain('yesterday');
  });

  test('for an unknown StatefulSet names the settings', async () => {
    await startKubernetesApi();
    const failure = await failureOf(scale(9, { settings: { ...SETTINGS, statefulset: 'crawler' } }));
    expect(failure.fault).toBe('statefulset-not-found');
    expect(failure.message).toContain('crawler in the namespace dispensary-scraper');
    expect(failure.message).toContain('K8S_WORKER_STATEFULSET');
  });

  test('by not answering is told apart', async () => {
    const api = await startKubernetesApi();
    await api.stop();
    const failure = await failureOf(readWorkerReplicas(SETTINGS));
    expect(failure.fault).toBe('kubernetes-unreachable');
    expect(failure.message).toContain('ECONNREFUSED');
  });
});

describe('outside a cluster', () => {
  test('there is one clear answer', async () => {
    await withoutCluster();
    const failure = await failureOf(readWorkerReplicas(SETTINGS));
    expect(failure.fault).toBe('not-in-kubernetes');
    expect(failure.message).toBe(
      'Workers are scaled where the API runs in Kubernetes, or KUBECONFIG names a cluster: there is no service account, and KUBECONFIG and ~/.kube/config name no cluster.',
    );
    expect((await failureOf(scale(9))).fault).toBe('not-in-kubernetes');
  });

  test('a KUBECONFIG that cannot be read is named', async () => {
    await withoutCluster('/nowhere/config');
    const failure = await failureOf(readWorkerReplicas(SETTINGS));
    expect(failure.fault).toBe('not-in-kubernetes');
    expect(failure.message).toContain('/nowhere/config');
  });
});
