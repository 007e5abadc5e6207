import { CancellationScope } from '@temporalio/workflow';
import type {
  CrawlDispensaryInput,
  CrawlDispensaryResult,
  IngestCounts,
  UnconfirmedMenu,
} from '../domain/crawl-run.ts';
import { describeUnconfirmed } from '../domain/unconfirmed.ts';
import { bookkeepingActivities } from './activity-proxies.ts';
import type { CrawlProgress } from './messages.ts';
import { resolvedIn, storeOf } from './format-menu.ts';

const NOTHING_INGESTED: IngestCounts = {
  products: 0,
  inStock: 0,
  outOfStock: 0,
  skipped: 0,
  added: 0,
  missed: 0,
  markedOutOfStock: 0,
  snapshots: 0,
};

/**
 * Ends a chain whose menu is doubted. Schedules another crawl of the store if a later menu can settle the doubt. The run is
 * already closed in the ledger, so a cancellation that arrives now is ignored.
 */
export async function endUnconfirmed(
  { dispensaryId, role = 'payload_fetch', images = true }: CrawlDispensaryInput,
  menu: UnconfirmedMenu,
  show: (progress: CrawlProgress) => void,
): Promise<CrawlDispensaryResult> {
  const { crawlRunId, payloadId, resolved } = menu;
  const { lookAgainAfterMs: afterMs, ...doubt } = menu.unconfirmed;
  const lookAgainAt =
    afterMs === null
      ? null
      : await CancellationScope.nonCancellable(() =>
          bookkeepingActivities(`${storeOf(menu)}: look again`).lookAgain({
            dispensaryId,
            role,
            images,
            afterMs,
          }),
        );
  const unconfirmed = { ...doubt, lookAgainAt };
  show({
    stage: 'done',
    summary: `${resolvedIn(menu)}${storeOf(menu)}: a menu of ${menu.productCount} products is doubted: ${describeUnconfirmed(unconfirmed)}`,
  });
  return {
    crawlRunId,
    payloadId,
    counts: NOTHING_INGESTED,
    images: null,
    unconfirmed,
    ...(resolved === undefined ? {} : { resolved }),
  };
}
