import {
  CancellationScope,
  isCancellation,
  rootCause,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { FetchMenuInput } from '../stages/fetch-stage.ts';
import type { IngestedPayload } from '../activities/ingest-payload.ts';
import type { HolderNews } from '../activities/look-for-holder.ts';
import type {
  CrawlDispensaryInput,
  CrawlDispensaryResult,
  FetchedMenu,
  HeldFile,
  ImageCounts,
  UnconfirmedMenu,
} from '../domain/crawl-run.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { CHAIN_ROLES, type ChainRole } from '../domain/role.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { OUTCOME } from '../temporal-config/search-attributes.ts';
import { IMAGES_WITHIN_MS } from './activity-options.ts';
import {
  bookkeepingActivities,
  browserActivities,
  fetchActivities,
  ingestActivities,
  mediaActivities,
} from './activity-proxies.ts';
import { describeFailure } from './describe-failure.ts';
import { endUnconfirmed } from './end-unconfirmed.ts';
import { isOutOfReach, whereFileIs } from './held-files.ts';
import { isDatabaseId, isFlag, isPlatform, orNone } from './input-checks.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { lookUpStore, needsLookup, showStore } from './look-up-store.ts';
import { retryLater } from './retry-later.ts';
import { requireId, requireInput } from './require-input.ts';
import { crawlProgressQuery, type CrawlProgress } from './messages.ts';
import { promotableStages } from './promotable-stages.ts';
import { MAY_WAIT } from './store-waits.ts';
import { resolvedIn, storeOf } from './format-menu.ts';

/**
 * Runs the chain of one dispensary, from fetch to images. The workflow id is `crawl/<dispensaryId>`, so each dispensary has at
 * most one open chain. Payloads stay on disk; only ids and counts pass through Temporal.
 */
export async function crawlDispensary(
  input: CrawlDispensaryInput,
  ...more: unknown[]
): Promise<CrawlDispensaryResult> {
  requireInput<CrawlDispensaryInput>('crawlDispensary', [input, ...more], {
    dispensaryId: isDatabaseId,
    platform: orNone(isPlatform),
    images: orNone(isFlag),
    priority: orNone(Number.isSafeInteger),
    role: orNone((role) => CHAIN_ROLES.includes(role as ChainRole)),
  });
  // The id is the lock: a chain under another id would take the dispensary from the chain that holds the lock.
  requireId('crawlDispensary', crawlDispensaryId(input.dispensaryId));
  const role = input.role ?? 'payload_fetch';
  const { dispensaryId, platform = 'dutchie' } = input;
  const isUnknown = needsLookup(input);
  if (!isUnknown) showStore({ role, dispensaryId, platform });
  let progress: CrawlProgress = { stage: 'fetch', summary: 'waiting for a worker' };
  let turn: string | null = null;
  setHandler(crawlProgressQuery, () => ({ ...progress, summary: turn ?? progress.summary }));
  const show = (next: CrawlProgress) => {
    progress = next;
    setCurrentDetails(next.summary);
  };
  const stages = promotableStages(input.priority ?? SCHEDULED_PRIORITY, (wait) => {
    turn = wait;
    setCurrentDetails(wait ?? progress.summary);
  });

  try {
    const store = isUnknown ? await lookUpStore({ role, dispensaryId }) : {};
    const result = await runStages({ ...input, ...store }, { show, stages });
    const outcome = result.unconfirmed === undefined ? 'completed' : 'unconfirmed';
    upsertSearchAttributes([{ key: OUTCOME, value: outcome }]);
    return result;
  } catch (error) {
    const failed = `${progress.summary}: ${rootCause(error) ?? 'failed'}`;
    show({ stage: progress.stage, summary: failed });
    await recordFailure(error, input);
    const retry = isCancellation(error) ? null : await retryLater(describeFailure(error).errorKind, input);
    if (retry !== null) show({ stage: progress.stage, summary: `${failed}; ${retry}` });
    throw error;
  }
}

interface Chain {
  show: (progress: CrawlProgress) => void;
  stages: ReturnType<typeof promotableStages>;
}

async function runStages(input: CrawlDispensaryInput, chain: Chain): Promise<CrawlDispensaryResult> {
  const { show, stages } = chain;
  const { dispensaryId } = input;
  const role = input.role ?? 'payload_fetch';
  const withImages = input.images ?? true;

  const fetched = await fetchAndIngest(input, chain);
  if ('unconfirmed' in fetched) return endUnconfirmed(input, fetched, show);
  const { menu, ingested } = fetched;
  const store = storeOf(menu);
  const reported = `${resolvedIn(menu)}${store}`;
  const { counts } = ingested;

  let images: ImageCounts | null = null;
  if (withImages) {
    show({
      stage: 'images',
      summary: `${reported}: ${counts.products} products are in; downloading images`,
    });
    images = await downloadImages({ dispensaryId, role }, { store, stages, held: menu.held });
  }
  show({
    stage: 'done',
    summary: `${reported}: ${counts.products} products, ${counts.inStock} in stock, ${counts.added} new, ${counts.missed} missing`,
  });
  const { payloadId, confirmed, resolved } = menu;
  const { crawlRunId } = ingested;
  return {
    crawlRunId,
    payloadId,
    counts,
    images,
    ...(confirmed === undefined ? {} : { confirmed }),
    ...(resolved === undefined ? {} : { resolved }),
  };
}

/** How many times to fetch a menu again because the pod with its file is gone. If pods keep vanishing, a person must act. */
const FILES_LOST_MAX = 3;

/**
 * Fetches a menu and ingests it. Starts over when the pod that stored the payload is lost. Returns a doubted menu without
 * ingesting it.
 */
async function fetchAndIngest(
  input: CrawlDispensaryInput,
  chain: Chain,
): Promise<{ menu: FetchedMenu; ingested: IngestedPayload } | UnconfirmedMenu> {
  const { dispensaryId, role = 'payload_fetch', platform = 'dutchie' } = input;
  chain.show({ stage: 'fetch', summary: 'Fetching the menu' });
  let menu = await fetchMenu(platform, { dispensaryId, role }, chain);
  for (let lost = 1; ; lost += 1) {
    if ('unconfirmed' in menu) return menu;
    try {
      return { menu, ingested: await ingest(input, menu, chain) };
    } catch (error) {
      if (menu.held === undefined || lost > FILES_LOST_MAX || !isOutOfReach(error)) throw error;
      chain.show({
        stage: 'fetch',
        summary: `${storeOf(menu)}: ${menu.held.holder}, which has the menu on its disk, is gone; fetching it again`,
      });
      menu = await fetchMenu(platform, { dispensaryId, role, lostPayloadId: menu.payloadId }, chain);
    }
  }
}

async function ingest(
  { dispensaryId, role = 'payload_fetch', images = true }: CrawlDispensaryInput,
  menu: FetchedMenu,
  { show, stages }: Chain,
): Promise<IngestedPayload> {
  const { payloadId, held, productCount, pages } = menu;
  show({
    stage: 'ingest',
    summary: `${resolvedIn(menu)}${storeOf(menu)}: ${productCount} products in ${pages} ${pages === 1 ? 'page' : 'pages'} are on disk${lacking(menu)}; ingesting${held === undefined ? '' : ` on ${held.holder}`}`,
  });
  const onWaiting = ({ isThere, ingested }: HolderNews): IngestedPayload | null => {
    if (isThere)
      show({
        stage: 'ingest',
        summary: `${storeOf(menu)}: ${held?.holder}, which has the menu on its disk, is busy`,
      });
    return ingested;
  };
  return stages.run('ingestPayload', (priority) =>
    whereFileIs(
      held,
      () =>
        ingestActivities(`${storeOf(menu)}: product_refresh`, { priority, held }).ingestPayload({
          dispensaryId,
          role,
          payloadId,
          isLastStage: !images,
          ...MAY_WAIT,
        }),
      onWaiting,
    ),
  );
}

/** Fetches a menu by plain requests, or in a browser if the store requires one or blocks the requests. */
async function fetchMenu(
  platform: PlatformName,
  input: FetchMenuInput,
  { show, stages }: Chain,
): Promise<FetchedMenu | UnconfirmedMenu> {
  const summary = `dispensary ${input.dispensaryId}: ${input.role}`;
  const fetched = await stages.run('fetchMenu', (priority) =>
    fetchActivities(platform, summary, priority).fetchMenu({ ...input, ...MAY_WAIT }),
  );
  if (!('escalateTo' in fetched)) return fetched;
  show({ stage: 'fetch', summary: `Fetching the menu in a browser: ${fetched.because}` });
  return stages.run('fetchMenuInBrowser', (priority) =>
    browserActivities(`${summary} in a browser`, priority).fetchMenuInBrowser({ ...input, ...MAY_WAIT }),
  );
}

function lacking({ missing = 0 }: FetchedMenu): string {
  return missing === 0 ? '' : `, ${missing} that the platform counts are missing`;
}

interface ImagesStage {
  store: string;
  stages: Chain['stages'];
  held: HeldFile | undefined;
}

/**
 * Downloads images in rounds, and frees the worker's slot between them. Returns null if a round fails: images never fail a chain,
 * and the next chain downloads the rest.
 */
async function downloadImages(
  input: { dispensaryId: number; role: ChainRole },
  { store, stages, held }: ImagesStage,
): Promise<ImageCounts | null> {
  const until = Date.now() + IMAGES_WITHIN_MS;
  try {
    for (let turn = 1; ; turn += 1) {
      const { waiting = 0, ...counts } = await stages.run('downloadImages', (priority) => {
        const leftMs = until - Date.now();
        return mediaActivities(`${store}: images`, { priority, held, leftMs }).downloadImages({
          ...input,
          turn,
          ...MAY_WAIT,
        });
      });
      if (waiting === 0) return counts;
    }
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { errorKind, errorMessage } = describeFailure(error);
    await bookkeepingActivities(`record: images ${errorKind}`).recordOutcome({
      status: 'completed',
      errorKind,
      errorMessage,
      chain: input,
    });
    return null;
  }
}

/** Closes a failed or cancelled run in the ledger, even while the workflow is being cancelled. */
async function recordFailure(
  error: unknown,
  { dispensaryId, role = 'payload_fetch' }: CrawlDispensaryInput,
): Promise<void> {
  const cancelled = isCancellation(error);
  upsertSearchAttributes([{ key: OUTCOME, value: cancelled ? 'cancelled' : 'failed' }]);
  const { errorKind, errorMessage } = describeFailure(error);
  await CancellationScope.nonCancellable(() =>
    bookkeepingActivities(`record: ${errorKind}`).recordOutcome({
      status: cancelled ? 'cancelled' : 'failed',
      errorKind,
      errorMessage,
      chain: { dispensaryId, role },
    }),
  );
}
