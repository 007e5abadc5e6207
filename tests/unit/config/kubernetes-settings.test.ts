import { expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { kubernetesSettings } from '../../../config/kubernetes-settings.ts';

test('a pool of workers has by default 1 to 15 pods', () => {
  expect(kubernetesSettings(readEnvironment({}))).toEqual({
    namespace: 'dispensary-scraper',
    statefulset: 'scraper-worker',
    min: 1,
    max: 15,
  });
});

test('the fewest pods are not more than the most', () => {
  const environment = readEnvironment({ K8S_REPLICAS_MIN: '9', K8S_REPLICAS_MAX: '8' });
  expect(() => kubernetesSettings(environment)).toThrow('K8S_REPLICAS_MIN is 9 and K8S_REPLICAS_MAX is 8');
});

test.each(['..', 'a/b', 'Workers', '-a', 'a b'])('a StatefulSet is not called %j', (name) => {
  expect(() => readEnvironment({ K8S_WORKER_STATEFULSET: name })).toThrow('K8S_WORKER_STATEFULSET is');
});
