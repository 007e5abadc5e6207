import { proxyActivities } from '@temporalio/workflow';

// The real fan-out, and in place of the chain one that does nothing but what a test wants.
export { crawlDue } from '../../workflows/crawl-due.ts';
export { startOnce } from '../../workflows/start-once.ts';

const { crawl } = proxyActivities<{ crawl(dispensaryId: number): Promise<void> }>({
  taskQueue: 'chains',
  // A busy server may lose a task on its way to the worker: it is then given out again.
  startToCloseTimeout: '2 minutes',
  cancellationType: 'TRY_CANCEL',
});

export async function crawlDispensary({ dispensaryId }: { dispensaryId: number }): Promise<void> {
  await crawl(dispensaryId);
}
