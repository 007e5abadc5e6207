import type { AppsV1Api, V1Scale } from '@kubernetes/client-node';
import type { KubernetesSettings } from '../config/kubernetes-settings.ts';
import { explainFailure, isConflict, isForbidden } from './explain-failure.ts';
import { openCluster } from './open-cluster.ts';

/** The pod counts of the workers' StatefulSet. */
export interface WorkerReplicas extends KubernetesSettings {
  /** Existing pods. */
  current: number;
  /** Desired pods. */
  desired: number;
  /** Ready pods; null if our Kubernetes role may read only the scale. */
  ready: number | null;
}

/** Reads how many worker pods exist and how many are desired. @throws KubernetesFailure */
export async function readWorkerReplicas(settings: KubernetesSettings): Promise<WorkerReplicas> {
  const cluster = await openCluster();
  try {
    const scale = await cluster.readNamespacedStatefulSetScale(nameOf(settings));
    const { current, desired } = countsOf(scale);
    return { ...settings, current, desired, ready: await readReady(cluster, settings) };
  } catch (error) {
    throw explainFailure(error, settings);
  }
}

/** The result of scaling. */
export interface Scaled extends KubernetesSettings {
  /** The number in the request. */
  requested: number;
  /** The new number: the requested one, within the bounds. */
  replicas: number;
  /** The desired number before. */
  previous: number;
  /** Whether the bounds changed the number. */
  isClamped: boolean;
}

/** The number of attempts to write. If all meet a conflict, a person has to find out what else scales the StatefulSet. */
const WRITES_MAX = 2;

/**
 * Sets the desired number of worker pods, within the bounds. Each write names the version that was read, so that no write
 * overwrites a concurrent change; after a conflict the function reads and writes again.
 * @param options.isDryRun the cluster checks the write, including permissions, and stores nothing
 * @throws KubernetesFailure
 */
export async function scaleWorkers(
  settings: KubernetesSettings,
  { requested, isDryRun }: { requested: number; isDryRun: boolean },
): Promise<Scaled> {
  const cluster = await openCluster();
  const replicas = Math.min(Math.max(requested, settings.min), settings.max);
  try {
    const previous = await setReplicas(cluster, settings, { replicas, isDryRun });
    return { ...settings, requested, replicas, previous, isClamped: replicas !== requested };
  } catch (error) {
    throw explainFailure(error, settings);
  }
}

interface RequestedChange {
  replicas: number;
  isDryRun: boolean;
}

/** Writes the desired number of pods. @returns the number that was desired before */
async function setReplicas(
  cluster: AppsV1Api,
  settings: KubernetesSettings,
  { replicas, isDryRun }: RequestedChange,
): Promise<number> {
  const { PatchStrategy, setHeaderOptions } = await import('@kubernetes/client-node');
  for (let write = 1; ; write += 1) {
    const scale = await cluster.readNamespacedStatefulSetScale(nameOf(settings));
    const { desired } = countsOf(scale);
    try {
      await cluster.patchNamespacedStatefulSetScale(
        {
          ...nameOf(settings),
          body: { metadata: { resourceVersion: scale.metadata?.resourceVersion }, spec: { replicas } },
          fieldManager: 'crawlchain',
          ...(isDryRun ? { dryRun: 'All' } : {}),
        },
        setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
      );
      return desired;
    } catch (error) {
      if (write === WRITES_MAX || !isConflict(error)) throw error;
    }
  }
}

/**
 * Reads the number of ready pods from the StatefulSet, since its scale lacks that number. Returns null where the role of an older
 * installation permits reading only the scale.
 */
async function readReady(cluster: AppsV1Api, settings: KubernetesSettings): Promise<number | null> {
  try {
    const { status } = await cluster.readNamespacedStatefulSet(nameOf(settings));
    return status?.readyReplicas ?? 0;
  } catch (error) {
    if (isForbidden(error)) return null;
    throw error;
  }
}

function nameOf({ statefulset, namespace }: KubernetesSettings): { name: string; namespace: string } {
  return { name: statefulset, namespace };
}

/** Returns the pod counts of a scale. Kubernetes omits fields that are 0. */
function countsOf({ spec, status }: V1Scale): { current: number; desired: number } {
  return { current: status?.replicas ?? 0, desired: spec?.replicas ?? 0 };
}
