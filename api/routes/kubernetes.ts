import { createRoute } from '@hono/zod-openapi';
import { kubernetesSettings } from '../../config/kubernetes-settings.ts';
import { readWorkerReplicas, scaleWorkers } from '../../kubernetes/worker-replicas.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { guarded, json, jsonBody, operation, problems } from '../route-parts.ts';
import { replicasSchema, scaleBodySchema, scaledSchema, toScaled } from '../schemas/kubernetes.ts';

const FAULTS = [
  'not-in-kubernetes',
  'kubernetes-unreachable',
  'kubernetes-forbidden',
  'statefulset-not-found',
] as const;

const replicasRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/workers/k8s/replicas', 'getWorkerReplicas', 'Workers'),
  summary: 'How many worker pods exist, and how many are wanted',
  responses: { 200: json(replicasSchema, 'The StatefulSet.'), ...problems(...FAULTS) },
});

const scaleRoute = createRoute({
  ...guarded('admin'),
  ...operation('post /api/workers/k8s/scale', 'scaleWorkers', 'Workers'),
  summary: 'Set how many worker pods are wanted, within the bounds',
  request: { body: jsonBody(scaleBodySchema) },
  responses: {
    200: json(scaledSchema, 'The number that was set, or would be set by a dry run.'),
    ...problems(...FAULTS, 'kubernetes-conflict', 'not-json'),
  },
});

/** Adds the routes of the worker pods. */
export function addKubernetesRoutes(api: Api, { environment }: ApiTools): void {
  const settings = kubernetesSettings(environment);
  api.openapi(replicasRoute, async (c) => c.json(await readWorkerReplicas(settings), 200));
  api.openapi(scaleRoute, async (c) => {
    const { replicas, dry_run: isDryRun } = c.req.valid('json');
    const scaled = await scaleWorkers(settings, { requested: replicas, isDryRun });
    return c.json(toScaled(scaled, isDryRun), 200);
  });
}
