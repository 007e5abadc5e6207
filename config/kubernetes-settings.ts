import { EnvironmentError, type Environment } from './environment.ts';

/** The workers' StatefulSet, and the bounds of its pod count. */
export interface KubernetesSettings {
  namespace: string;
  statefulset: string;
  min: number;
  max: number;
}

/** Returns the settings of the workers' StatefulSet. @throws EnvironmentError when the minimum exceeds the maximum */
export function kubernetesSettings(
  environment: Pick<
    Environment,
    'K8S_NAMESPACE' | 'K8S_WORKER_STATEFULSET' | 'K8S_REPLICAS_MIN' | 'K8S_REPLICAS_MAX'
  >,
): KubernetesSettings {
  const { K8S_REPLICAS_MIN: min, K8S_REPLICAS_MAX: max } = environment;
  if (min > max) {
    throw new EnvironmentError(
      `K8S_REPLICAS_MIN is ${min} and K8S_REPLICAS_MAX is ${max}; the first takes at most the second`,
    );
  }
  return { namespace: environment.K8S_NAMESPACE, statefulset: environment.K8S_WORKER_STATEFULSET, min, max };
}
