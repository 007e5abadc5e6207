import type { AppsV1Api, V1Scale } from '@kubernetes/client-node';
import type { KubernetesSettings } from '../config/kubernetes-settings.ts';
import { explainFailure, isConflict, isForbidden } from './explain-failure.ts';
import { openCluster } from './open-cluster.ts';

/** The pods of the workers' StatefulSet. */
export interface WorkerReplicas extends KubernetesSettings {
  /** Pods that there are. */
  current: number;
  /** Pods that there are to be. */
  desired: number;
  /** Pods that take work; null where the role lets us read the scale alone. */
  ready: number | null;
}

/** How many pods of workers there are, and are to be. @throws KubernetesFailure */
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

/** What scaling did. */
export interface Scaled extends KubernetesSettings {
  /** What was asked for. */
  requested: number;
  /** What is desired from now on: what was asked for, within the bounds. */
  replicas: number;
  /** What was desired before. */
  previous: number;
  /** Whether the bounds made it another number. */
  isClamped: boolean;
}

/** Set and lost to others so often, it is for people to see who else scales. */
const WRITES_MAX = 2;

/**
 * Sets how many pods of workers there are to be, within the bounds. A write names the version that was read, so that it never
 * undoes what another one did meanwhile; it is then read and written once more.
 * @param options.isDryRun the cluster checks the write, rights included, and keeps nothing
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

interface Wish {
  replicas: number;
  isDryRun: boolean;
}

/** @returns how many were desired before */
async function setReplicas(
  cluster: AppsV1Api,
  settings: KubernetesSettings,
  { replicas, isDryRun }: Wish,
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

/** The scale does not tell who is ready; the roles of older installations may not let us read more. */
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

/** Kubernetes leaves out what is 0. */
function countsOf({ spec, status }: V1Scale): { current: number; desired: number } {
  return { current: status?.replicas ?? 0, desired: spec?.replicas ?? 0 };
}
