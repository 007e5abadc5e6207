import type { AcknowledgedCrawl, AcknowledgedJob } from '../check/checked-world.ts';
import type { CrawlRequests } from './request-crawls.ts';
import { until } from '../world/until.ts';
import type { LiveWorld } from '../world/crawl-world.ts';

/**
 * Whether all these crawls have ended, in the ledger and in Temporal. The workflow closes a little after its run; until then, a new
 * request for the same store would return the old workflow.
 */
export async function areClosed(
  { db, client }: Pick<LiveWorld, 'db' | 'client'>,
  crawls: readonly AcknowledgedCrawl[],
): Promise<boolean> {
  const closed = await db
    .selectFrom('crawl_runs')
    .where('status', '<>', 'running')
    .select('workflow_run_id')
    .execute();
  const runIds = new Set(closed.map((run) => run.workflow_run_id));
  return crawls.every(({ runId }) => runIds.has(runId)) && haveEnded({ client }, crawls);
}

/** Whether all these workflows have ended in Temporal. */
export async function haveEnded(
  { client }: Pick<LiveWorld, 'client'>,
  workflows: readonly AcknowledgedJob[],
): Promise<boolean> {
  const found = await Promise.all(
    workflows.map(({ workflowId, runId }) => client.workflow.getHandle(workflowId, runId).describe()),
  );
  return found.every(({ status }) => status.name !== 'RUNNING');
}

/** Waits until every requested crawl has ended. @param but a crawl that may stay open */
export async function untilClosed(
  world: Pick<LiveWorld, 'db' | 'client'>,
  requests: CrawlRequests,
  but?: AcknowledgedCrawl,
): Promise<void> {
  const others = (): AcknowledgedCrawl[] => requests.acknowledged.filter(({ runId }) => runId !== but?.runId);
  await until('no other crawl is open', async () => {
    return requests.areAllAcknowledged() && (await areClosed(world, others()));
  });
}
