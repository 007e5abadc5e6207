import { z } from '@hono/zod-openapi';
import { webUiUrl } from './tasks.ts';

/** The id of a workflow in a path; no workflow has an id of another form. */
export const workflowIdParameter = z.string().openapi({
  'x-takes': 'the id of a task, or of a workflow in the same encoding',
  description:
    'The id of a task, which names one run; without the run, such as `crawl~1`, the newest run of this workflow.',
  pattern: "^[A-Za-z0-9_.!~*'()=-]{1,1500}$",
  examples: ['crawl~1'],
});

export const workflowSchema = z
  .object({ workflow_id: z.string(), run_id: z.string(), web_ui_url: webUiUrl })
  .openapi('Workflow');
