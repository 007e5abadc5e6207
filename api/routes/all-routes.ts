import type { AddRoutes, Api, ApiTools } from '../api-env.ts';
import { addAllTaskRoutes } from './all-task-routes.ts';
import { addAuditRoutes } from './audit.ts';
import { addDocumentRoutes } from './document.ts';
import { addEventRoutes } from './events.ts';
import { addHealthRoutes } from './health.ts';
import { addKubernetesRoutes } from './kubernetes.ts';
import { addMetricsRoutes } from './metrics.ts';
import { addProxyRoutes } from './proxies.ts';
import { addScheduleRoutes } from './schedules.ts';
import { addWorkerRegistryRoutes } from './worker-registry.ts';

const ALL: readonly AddRoutes[] = [
  addHealthRoutes,
  addMetricsRoutes,
  addEventRoutes,
  addAllTaskRoutes,
  addScheduleRoutes,
  addAuditRoutes,
  addKubernetesRoutes,
  addProxyRoutes,
  addWorkerRegistryRoutes,
  addDocumentRoutes,
];

/** Adds every route there is. A path with a fixed word comes before one with a parameter in its place. */
export function addRoutes(api: Api, tools: ApiTools): void {
  for (const add of ALL) add(api, tools);
}
