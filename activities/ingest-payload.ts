import { cancellationSignal } from '@temporalio/activity';
import type { IngestCounts } from '../domain/crawl-run.ts';
import { CrawlError } from '../domain/errors.ts';
import type { MissRule } from '../domain/misses.ts';
import type { ChainRole } from '../domain/role.ts';
import type { MayWait, WaitsForStore } from '../domain/store-wait.ts';
import { enterStage } from '../db/queries/crawl-runs.ts';
import { ingestProducts } from '../db/queries/ingest.ts';
import { loadPayload, requireUsable } from '../db/queries/payloads.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { currentChain, endingTask } from '../stages/current-chain.ts';
import {
  countFailures,
  countLostConnections,
  INGEST_FAILURES_MAX,
  type FailureCount,
} from '../stages/count-failures.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';
import type { MenuMemory } from '../stages/menu-memory.ts';
import { passStoreOn, unlessTaken, type StoreTools } from '../stages/pass-store-on.ts';
import { readContent } from '../stages/read-content.ts';
import { readStoredProducts } from '../payloads/read-stored-products.ts';
import { reportUnreadable, type UnreadablePayload } from '../stages/report-unreadable.ts';

export interface IngestPayloadInput extends MayWait {
  dispensaryId: number;
  role: ChainRole;
  payloadId: number;
  /** True when no images follow; this activity then completes the run. */
  isLastStage: boolean;
}

interface Tools extends StoreTools {
  platforms: PlatformRegistry;
  payloadFiles: PayloadFiles;
  menuMemory: MenuMemory;
  worker: string;
  /** The crawl interval in hours from which the intervals of single dispensaries are adapted; undefined when they are not. */
  adaptsFromHours: number | undefined;
  /** The rule for when products that a menu lacks count as out of stock. */
  missRule: MissRule;
  /** Called when too much of a payload is unreadable. Its readable products are saved by then. */
  onUnreadable: (payload: UnreadablePayload) => void;
}

export interface IngestedPayload {
  crawlRunId: number;
  /** Absent in results of earlier versions, which could not fetch a menu again. */
  payloadId?: number;
  counts: IngestCounts;
}

/** Creates the activities that turn a stored payload into the catalog. */
export function createIngestPayloadActivities(tools: Tools) {
  return {
    /**
     * Reads the payload strictly, normalizes it and writes it to the database in one transaction. Repeating it changes nothing.
     * @returns what was ingested, or the task of the store that must end first
     */
    ingestPayload: (input: IngestPayloadInput): Promise<IngestedPayload | WaitsForStore> =>
      countFailures(INGEST_FAILURES_MAX, (count) =>
        unlessTaken(input, async () => {
          const ingested = await ingestInStage(tools, input, count);
          if (input.isLastStage) await passStoreOn(tools, endingTask(input.dispensaryId));
          return ingested;
        }),
      ),
  };
}

async function ingestInStage(
  { db, platforms, payloadFiles, worker, menuMemory, adaptsFromHours, missRule, onUnreadable }: Tools,
  input: IngestPayloadInput,
  count: FailureCount,
): Promise<IngestedPayload> {
  const { run, done } = await enterStage<IngestedPayload>(db, currentChain(input), {
    stage: 'ingest',
    role: 'product_refresh',
    worker,
    isUndone: ({ payloadId = input.payloadId }) => payloadId !== input.payloadId,
  });
  if (done !== null) return done;
  const payload = await loadPayload(db, input.payloadId);
  if (payload.dispensaryId !== input.dispensaryId) {
    throw new CrawlError(
      'InvalidInput',
      `Payload ${payload.id} is of dispensary ${payload.dispensaryId}, not of ${input.dispensaryId}.`,
    );
  }
  requireUsable(payload);
  const resultOf = (counts: IngestCounts): IngestedPayload => ({
    crawlRunId: run.crawlRunId,
    payloadId: payload.id,
    counts,
  });
  // Reading the payload and waiting for another chain's lock may each take longer than the heartbeat timeout.
  const counts = await countLostConnections(count, () =>
    heartbeatWhile(
      () => ({ ...count, payloadId: payload.id }),
      async () => {
        const rawProducts = await readStoredProducts(payloadFiles, payload);
        const content = readContent(
          platforms[payload.platform],
          rawProducts,
          menuMemory.take(payload.sha256),
        );
        const brought = await ingestProducts(db, run, {
          payload,
          ...content,
          adaptsFromHours,
          missRule,
          signal: cancellationSignal(),
          endStage: (counted) => ({ result: resultOf(counted), isLast: input.isLastStage }),
        });
        reportUnreadable(onUnreadable, payload, { counts: brought, skipped: content.skipped });
        return brought;
      },
    ),
  );
  return resultOf(counts);
}
