import { proxyActivities } from '@temporalio/workflow';

// What tests run without a worker's process: the real workflows that act on others, in place of the chain one that does nothing
// but what a test wants, and a few that end or wait as they are told.
export { bulkAction } from '../../workflows/bulk-action.ts';
export { crawlDue } from '../../workflows/crawl-due.ts';
export { job } from '../../workflows/job.ts';
export { startOnce } from '../../workflows/start-once.ts';
export { ending } from './ending-workflow.ts';
export { stepping } from './stepping-workflow.ts';
export { waitForStillWork } from './still-workflow.ts';

const { crawl } = proxyActivities<{ crawl(dispensaryId: number): Promise<void> }>({
  taskQueue: 'chains',
  // A busy server may lose a task on its way to the worker: it is then given out again.
  startToCloseTimeout: '2 minutes',
  cancellationType: 'TRY_CANCEL',
});

export async function crawlDispensary({ dispensaryId }: { dispensaryId: number }): Promise<void> {
  await crawl(dispensaryId);
}
