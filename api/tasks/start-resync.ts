import type { z } from '@hono/zod-openapi';
import type { Spread } from '../../domain/crawl-due.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import { countEnabled } from '../../db/queries/tasks.ts';
import { startOrSchedule, type StartedPlan } from '../../temporal-client/start-or-schedule.ts';
import { planCrawlDue } from '../../temporal-client/task-plans.ts';
import type { ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import type { fanOutSchema } from '../schemas/starts.ts';

interface Resync {
  /** `all`, or a state. */
  scope: string;
  platform?: PlatformName | undefined;
  priority?: number | undefined;
  /** Absent: all at once, as far as the window goes. */
  spread?: Spread;
  /** A day, such as `2026-01-10`; absent: now. */
  date?: string | undefined;
  startId: string;
}

/**
 * Starts a crawl of every enabled dispensary of a scope, due or not: one fan-out, which keeps to its window.
 * @throws Problem `conflict` for a day that is over
 */
export async function startResync(
  { db, client }: Pick<ApiTools, 'db' | 'client'>,
  { scope, platform, priority, spread, date, startId }: Resync,
): Promise<{ outcome: StartedPlan['outcome']; fanOut: z.input<typeof fanOutSchema> }> {
  const at = date === undefined ? undefined : beginOf(date);
  const plan = planCrawlDue({
    scope,
    intervalHours: 0,
    ...(platform === undefined ? {} : { platform }),
    ...(priority === undefined ? {} : { priority }),
    ...(spread === undefined ? {} : { spread }),
  });
  const { outcome, workflowId, runId } = await startOrSchedule(client, plan, { at, startId });
  const fanOut = {
    workflow_id: workflowId,
    run_id: runId,
    scope,
    scheduled_for: outcome === 'later' && at !== undefined ? at.toISOString() : null,
    dispensaries: await countEnabled(db, { scope, platform }),
    already_running: outcome === 'running',
  };
  return { outcome, fanOut };
}

function beginOf(date: string): Date {
  const begin = new Date(`${date}T00:00:00Z`);
  const today = new Date().toISOString().slice(0, 10);
  if (date >= today) return begin;
  throw new Problem(
    'conflict',
    `The day ${date} is over; date takes today, ${today}, or a day to come (UTC).`,
  );
}
