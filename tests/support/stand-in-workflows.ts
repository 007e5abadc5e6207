import { proxyActivities } from '@temporalio/workflow';

// The workflows that tests run without a worker process: the real workflows that act on other workflows, a chain that only does what the
// test wants, and some that end or wait on command.
export { bulkAction } from '../../workflows/bulk-action.ts';
export { crawlDue } from '../../workflows/crawl-due.ts';
export { job } from '../../workflows/job.ts';
export {
  startOnce,
  startOnce as scheduledCrawlDue,
  startOnce as scheduledRefreshAnalytics,
  startOnce as scheduledSweepStorage,
} from '../../workflows/start-once.ts';
export { ending } from './ending-workflow.ts';
export { stepping } from './stepping-workflow.ts';
export { waitForStillWork } from './still-workflow.ts';

const { crawl } = proxyActivities<{ crawl(dispensaryId: number): Promise<void> }>({
  taskQueue: 'chains',
  // A busy server may lose a task on its way to the worker; after this time the task is dispatched again.
  startToCloseTimeout: '2 minutes',
  cancellationType: 'TRY_CANCEL',
});

export async function crawlDispensary({ dispensaryId }: { dispensaryId: number }): Promise<void> {
  await crawl(dispensaryId);
}
