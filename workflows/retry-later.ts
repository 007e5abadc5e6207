import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import type { CrawlDispensaryInput } from '../domain/crawl-run.ts';
import { retryChainAfterMs } from '../domain/retry-chain.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { readMemo } from '../temporal-config/task-memo.ts';
import { bookkeepingActivities } from './activity-proxies.ts';

/**
 * Schedules a retry of a failed chain, up to the limit in its memo. The chain itself ends in the meantime, because its id is the
 * lock of the dispensary.
 * @returns a description of the retry; null if no retry was scheduled
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
  // Chains of earlier versions have a Temporal retry policy instead, which runs them again.
  if (maxRetries === undefined || retryPolicy !== undefined) return null;
  const afterMs = retryChainAfterMs(errorKind, { retryCount, maxRetries });
  if (afterMs === null) return null;
  // The run is already closed, so a cancellation that arrives now is ignored.
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
