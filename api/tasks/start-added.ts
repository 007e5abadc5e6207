import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { DispensaryRow } from '../../db/queries/catalog-dispensaries.ts';
import { startFirstCrawl } from '../../temporal-client/start-first-crawl.ts';
import type { ApiEnv, ApiTools } from '../api-env.ts';
import { toDispensary, type addedDispensarySchema } from '../schemas/dispensaries.ts';
import { toTaskStart } from '../schemas/task-start.ts';

interface Added {
  dispensary: DispensaryRow;
  crawl?: boolean | undefined;
  priority?: number | undefined;
}

/** Starts what a dispensary lacks that a request has added, and answers with the two. */
export async function startAdded(
  c: Context<ApiEnv>,
  { client }: Pick<ApiTools, 'client'>,
  { dispensary, crawl = true, priority }: Added,
): Promise<z.input<typeof addedDispensarySchema>> {
  const options = { crawl, priority, startId: c.get('startId') };
  const task = await startFirstCrawl(client, dispensary, options);
  if (task !== null) c.set('started', task);
  return { ...toDispensary(dispensary), task: task === null ? null : toTaskStart(task) };
}
