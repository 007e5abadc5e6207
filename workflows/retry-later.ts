import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import type { CrawlDispensaryInput } from '../domain/crawl-run.ts';
import { retryChainAfterMs } from '../domain/retry-chain.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { readMemo } from '../temporal-config/task-memo.ts';
import { bookkeepingActivities } from './activity-proxies.ts';

/**
 * Has a chain that has failed run again later, as often as its memo says. It ends meanwhile: its id is the lock of the
 * dispensary.
 * @returns in words, what is shown of it; null: it does not run again
 */
export async function retryLater(
  errorKind: string,
  {
    dispensaryId,
    role = 'payload_fetch',
    priority = SCHEDULED_PRIORITY,
    images = true,
  }: CrawlDispensaryInput,
): Promise<string | null> {
  const { memo, retryPolicy } = workflowInfo();
  const { max_retries: maxRetries, retry_count: retryCount = 0 } = readMemo(memo);
  // Those that began before this have a policy of Temporal's own, which runs them again.
  if (maxRetries === undefined || retryPolicy !== undefined) return null;
  const afterMs = retryChainAfterMs(errorKind, { retryCount, maxRetries });
  if (afterMs === null) return null;
  // Its run is closed: a cancellation that comes now has nothing left to end.
  const at = await CancellationScope.nonCancellable(() =>
    bookkeepingActivities(`dispensary ${dispensaryId}: retry ${retryCount + 1} of ${maxRetries}`).retryCrawl({
      dispensaryId,
      role,
      priority,
      images,
      afterMs,
      retryCount: retryCount + 1,
      maxRetries,
    }),
  );
  return at === null
    ? null
    : `retry ${retryCount + 1} of ${maxRetries} at ${at.slice(0, 16).replace('T', ' ')} UTC`;
}
