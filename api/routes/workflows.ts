import { createRoute, z } from '@hono/zod-openapi';
import { callTemporal } from '../../temporal-client/call-temporal.ts';
import { findRun } from '../../temporal-client/find-run.ts';
import { webUiLink } from '../../temporal-client/web-ui-link.ts';
import { readWorkflowLetters } from '../../temporal-config/workflow-ids.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { guarded, json, operation, problems } from '../route-parts.ts';
import { workflowIdParameter, workflowSchema } from '../schemas/workflows.ts';

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/workflows/{id}', 'getWorkflow', 'Tasks'),
  summary: 'The address of any workflow in the Temporal Web UI',
  request: { params: z.strictObject({ id: workflowIdParameter }) },
  responses: { 200: json(workflowSchema, 'The workflow.'), ...problems('not-found', 'temporal-unavailable') },
});

/** Adds workflows of any kind, as Temporal describes them. */
export function addWorkflowRoutes(api: Api, { client, environment }: ApiTools): void {
  const { TEMPORAL_UI_URL: webUi, TEMPORAL_NAMESPACE: namespace } = environment;
  api.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid('param');
    const wanted = readWorkflowLetters(id);
    if (wanted === null) throw new Problem('not-found', `There is no workflow ${JSON.stringify(id)}.`);
    const { workflowId, runId } = wanted;
    const found = await callTemporal(client, () => findRun(client, workflowId, runId));
    if (found === null)
      throw new Problem(
        'not-found',
        `Temporal has no workflow ${workflowId}${runId === undefined ? '' : ` with the run ${runId}`}: it was never started, or ended so long ago that Temporal has deleted it.`,
      );
    const path = [workflowId, found, 'history'];
    const web_ui_url = webUi === undefined ? null : webUiLink(webUi, { namespace, path });
    return c.json({ workflow_id: workflowId, run_id: found, web_ui_url }, 200);
  });
}
