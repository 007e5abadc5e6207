import type { AddRoutes, Api, ApiTools } from '../api-env.ts';
import { addAuditRoutes } from './audit.ts';
import { addDocumentRoutes } from './document.ts';
import { addEventRoutes } from './events.ts';
import { addHealthRoutes } from './health.ts';
import { addMetricsRoutes } from './metrics.ts';

const ALL: readonly AddRoutes[] = [
  addHealthRoutes,
  addMetricsRoutes,
  addEventRoutes,
  addAuditRoutes,
  addDocumentRoutes,
];

/** Adds every route there is. A path with a fixed word comes before one with a parameter in its place. */
export function addRoutes(api: Api, tools: ApiTools): void {
  for (const add of ALL) add(api, tools);
}
