import type { components, paths } from '../../api-client/api-types.ts';
import { answerOf, type Answered } from '../../api-client/answer-of.ts';
import { api } from './api.ts';
import { reasonHeader } from '../../api-client/change-headers.ts';

export type Worker = components['schemas']['Worker'];
export type WorkerStatus = Worker['status'];
export type Pod = components['schemas']['Pod'];
export type WorkerCounts = components['schemas']['WorkerCounts']['counts'];
export type WorkerReplicas = components['schemas']['WorkerReplicas'];
type ScaledWorkers = components['schemas']['ScaledWorkers'];
type WorkersPage = paths['/api/worker-registry']['get']['responses'][200]['content']['application/json'];
type PodsPage = paths['/api/worker-registry/pods']['get']['responses'][200]['content']['application/json'];

/** Reads a page of workers, ordered by id. @param query in the API's format @throws ApiProblem */
export const listWorkers = (query: Record<string, string>): Promise<WorkersPage> =>
  answerOf(api.GET('/api/worker-registry', { params: { query } }) as Promise<Answered<WorkersPage>>);

/** Counts the workers by status. @throws ApiProblem */
export const countWorkers = async (): Promise<WorkerCounts> =>
  (await answerOf(api.GET('/api/worker-registry/counts'))).counts;

/** Lists the pods of the live workers. @throws ApiProblem */
export const listPods = (): Promise<PodsPage> =>
  answerOf(api.GET('/api/worker-registry/pods') as Promise<Answered<PodsPage>>);

/** Requests that a worker stop. @throws ApiProblem */
export async function decommissionWorker(id: string, reason: string): Promise<void> {
  const headers = reasonHeader(reason);
  await answerOf(api.POST('/api/worker-registry/{id}/decommission', { params: { path: { id } }, headers }));
}

/** Reads the number of worker pods in the cluster. @throws ApiProblem */
export const readReplicas = (): Promise<WorkerReplicas> => answerOf(api.GET('/api/workers/k8s/replicas'));

/** Sets the number of worker pods. @throws ApiProblem */
export async function scaleWorkers(replicas: number, reason: string): Promise<ScaledWorkers> {
  const headers = reasonHeader(reason);
  return answerOf(api.POST('/api/workers/k8s/scale', { body: { replicas, dry_run: false }, headers }));
}

/** Lets Kubernetes check a number of worker pods, in a dry run that changes nothing. @throws ApiProblem */
export const foreseeScale = (replicas: number): Promise<ScaledWorkers> =>
  answerOf(api.POST('/api/workers/k8s/scale', { body: { replicas, dry_run: true } }));
