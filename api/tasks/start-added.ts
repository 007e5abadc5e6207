import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { DispensaryRow } from '../../db/queries/catalog-dispensaries.ts';
import { startFirstCrawl } from '../../ledger/start-first-crawl.ts';
import type { ApiEnv, ApiTools } from '../api-env.ts';
import { toDispensary, type addedDispensarySchema } from '../schemas/dispensaries.ts';
import { toTaskStart } from '../schemas/task-start.ts';
import { requesterOf } from './start-task.ts';

interface Added {
  dispensary: DispensaryRow;
  isNew: boolean;
  crawl?: boolean | undefined;
  priority?: number | undefined;
}

/** Starts the first crawl that an added dispensary lacks. @returns the dispensary and the task */
export async function startAdded(
  c: Context<ApiEnv>,
  tools: Pick<ApiTools, 'db' | 'client'>,
  { dispensary, isNew, crawl = true, priority }: Added,
): Promise<z.input<typeof addedDispensarySchema>> {
  const task = await startFirstCrawl(tools, dispensary, { crawl, priority, ...requesterOf(c) });
  if (task !== null) c.set('started', task);
  return { ...toDispensary(dispensary), is_new: isNew, task: task === null ? null : toTaskStart(task) };
}
