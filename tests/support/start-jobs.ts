import type { JobInput } from '../../domain/job.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import type { CrawlWorld } from './crawl-world.ts';
import { findJob } from './find-job.ts';

/** Returns functions that start jobs in a world. */
export const inWorld = (world: CrawlWorld) => ({
  start: (input: JobInput, id?: string) => startJob(world.client, input, { id }),
  result: async (input: JobInput, id?: string) => {
    const { workflowId } = await startJob(world.client, input, { id });
    return world.client.workflow.getHandle(workflowId).result() as Promise<unknown>;
  },
  row: (id: string) => findJob(world.db, id),
});
