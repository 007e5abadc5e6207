import type { z } from '@hono/zod-openapi';
import type { Spread } from '../../domain/crawl-due.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import { countEnabled } from '../../db/queries/tasks.ts';
import { formatFanOut, toFanOut } from '../../reports/fan-out-answer.ts';
import { callTemporal, unlessAway } from '../../temporal-client/call-temporal.ts';
import { describeFanOut, type FanOutReport } from '../../temporal-client/describe-fan-outs.ts';
import { startNoted, type StartRequest } from '../../ledger/note-start.ts';
import type { StartedPlan } from '../../temporal-client/start-or-schedule.ts';
import { planCrawlDue } from '../../temporal-client/task-plans.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import type { ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import type { startedFanOutSchema } from '../schemas/starts.ts';

interface Resync {
  /** `all`, or a state. */
  scope: string;
  platform?: PlatformName | undefined;
  priority?: number | undefined;
  /** False skips the pictures. */
  images?: boolean | undefined;
  /** Absent: all at once, as far as the window of chains in flight allows. */
  spread?: Spread;
  /** A day, such as `2026-01-10`; absent: now. */
  date?: string | undefined;
  requester: Pick<StartRequest, 'startId' | 'requestedBy' | 'reason'>;
}

/**
 * Starts one fan-out that crawls every enabled dispensary of a scope, due or not, within its window of chains. A fan-out in batches and one
 * without may run side by side.
 * @throws Problem `impossible` for a day in the past
 */
export async function startResync(
  tools: Pick<ApiTools, 'db' | 'client'>,
  { scope, platform, priority, images, spread, date, requester }: Resync,
): Promise<{ outcome: StartedPlan['outcome']; fanOut: z.input<typeof startedFanOutSchema> }> {
  const at = date === undefined ? undefined : beginOf(date);
  const plan = planCrawlDue({
    scope,
    intervalHours: 0,
    ...(platform === undefined ? {} : { platform }),
    ...(priority === undefined ? {} : { priority }),
    ...(images === undefined ? {} : { images }),
    ...(spread === undefined ? {} : { spread }),
  });
  const { outcome, ...started } = await startNoted(tools, plan, { at, ...requester });
  const describe = () => callTemporal(tools.client, () => describeFanOut(tools.client, started));
  const running = outcome === 'running' ? await unlessAway(describe(), null) : null;
  // A fan-out's id is its first run's, and the current run may be a later one.
  const { workflowId, runId } = running ?? started;
  const id = taskId(workflowId, runId);
  const fanOut = {
    id,
    workflow_id: workflowId,
    run_id: runId,
    scope,
    scheduled_for: outcome === 'later' && at !== undefined ? at.toISOString() : null,
    dispensaries: await countEnabled(tools.db, { scope, platform }),
    already_running: outcome === 'running',
    running: running === null ? null : toFanOut(running),
    detail: outcome === 'running' ? detailOf(workflowId, id, running) : null,
  };
  return { outcome, fanOut };
}

function detailOf(workflowId: string, id: string, running: FanOutReport | null): string {
  const standing = running === null ? '' : `: ${formatFanOut(running)}`;
  return `${workflowId} was already running, and continues${standing}. POST /api/fan-outs/${id}/cancel stops it.`;
}

function beginOf(date: string): Date {
  const begin = new Date(`${date}T00:00:00Z`);
  const today = new Date().toISOString().slice(0, 10);
  if (date >= today) return begin;
  const detail = `date (body) takes today, ${today}, or a later day (UTC), got "${date}".`;
  throw new Problem('impossible', detail, { errors: [{ in: 'body', pointer: '/date', detail }] });
}
