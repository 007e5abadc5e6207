import type { AddRoutes, Api, ApiTools } from '../api-env.ts';
import { addAccountRoutes } from './accounts.ts';
import { addAllTaskRoutes } from './all-task-routes.ts';
import { addAnalyticsRoutes } from './analytics.ts';
import { addAuditRoutes } from './audit.ts';
import { addBulkActionRoutes } from './bulk-actions.ts';
import { addChangeRoutes } from './changes.ts';
import { addCredentialRoutes } from './credentials.ts';
import { addDispensaryRoutes } from './dispensaries.ts';
import { addDocumentRoutes } from './document.ts';
import { addEventRoutes } from './events.ts';
import { addFanOutRoutes } from './fan-outs.ts';
import { addHealthRoutes } from './health.ts';
import { addImageRoutes } from './images.ts';
import { addKubernetesRoutes } from './kubernetes.ts';
import { addJobFileRoutes } from './job-files.ts';
import { addJobLogRoute } from './job-log.ts';
import { addJobRoutes } from './jobs.ts';
import { addKeyRoutes } from './keys.ts';
import { addLedgerRoutes } from './ledger.ts';
import { addLocationRoutes } from './locations.ts';
import { addNewDispensaryRoutes } from './new-dispensaries.ts';
import { addMetricsRoutes } from './metrics.ts';
import { addOverviewRoutes } from './overview.ts';
import { addPayloadDataRoutes } from './payload-data.ts';
import { addPayloadDiffRoutes } from './payload-diff.ts';
import { addPayloadFieldsRoutes } from './payload-fields.ts';
import { addPayloadMissesRoutes } from './payload-misses.ts';
import { addPayloadReplayRoutes } from './payload-replays.ts';
import { addPayloadRoutes } from './payloads.ts';
import { addPlatformRoutes } from './platforms.ts';
import { addProductRoutes } from './products.ts';
import { addProxyRoutes } from './proxies.ts';
import { addProxySwitchRoutes } from './proxy-switches.ts';
import { addQualityRoutes } from './quality.ts';
import { addQuarantineRoutes } from './quarantine.ts';
import { addScheduleDiffRoutes } from './schedule-diff.ts';
import { addScheduleRoutes } from './schedules.ts';
import { addSchedulerRoutes } from './scheduler.ts';
import { addWorkerRegistryRoutes } from './worker-registry.ts';
import { addWorkflowRoutes } from './workflows.ts';

const ALL: readonly AddRoutes[] = [
  addHealthRoutes,
  addMetricsRoutes,
  addEventRoutes,
  addAuditRoutes,
  addOverviewRoutes,
  addAllTaskRoutes,
  addJobRoutes,
  addJobFileRoutes,
  addJobLogRoute,
  addCredentialRoutes,
  addAccountRoutes,
  addSchedulerRoutes,
  addFanOutRoutes,
  addWorkflowRoutes,
  addLedgerRoutes,
  addBulkActionRoutes,
  addScheduleDiffRoutes,
  addScheduleRoutes,
  addDispensaryRoutes,
  addNewDispensaryRoutes,
  addLocationRoutes,
  addProductRoutes,
  addChangeRoutes,
  addAnalyticsRoutes,
  addQualityRoutes,
  addQuarantineRoutes,
  addPayloadReplayRoutes,
  addPayloadRoutes,
  addPayloadDataRoutes,
  addPayloadDiffRoutes,
  addPayloadFieldsRoutes,
  addPayloadMissesRoutes,
  addImageRoutes,
  addPlatformRoutes,
  addProxyRoutes,
  addProxySwitchRoutes,
  addWorkerRegistryRoutes,
  addKeyRoutes,
  addKubernetesRoutes,
  addDocumentRoutes,
];

/** Adds all routes. A path with a fixed word comes before one with a parameter in the same position. */
export function addRoutes(api: Api, tools: ApiTools): void {
  for (const add of ALL) add(api, tools);
}
