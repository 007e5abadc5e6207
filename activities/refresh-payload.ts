import { cancellationSignal } from '@temporalio/activity';
import type { HeldFile, RefreshFromPayloadInput, RefreshFromPayloadResult } from '../domain/crawl-run.ts';
import type { MissRule } from '../domain/misses.ts';
import type { MayWait, WaitsForStore } from '../domain/store-wait.ts';
import { ingestAgain } from '../db/queries/ingest.ts';
import { loadPayload, requireUsable } from '../db/queries/payloads.ts';
import { enterStore } from '../db/queries/store-locks.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { currentTask, endingTask } from '../stages/current-chain.ts';
import {
  countFailures,
  countLostConnections,
  INGEST_FAILURES_MAX,
  type FailureCount,
} from '../stages/count-failures.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';
import { passStoreOn, unlessTaken, type StoreTools } from '../stages/pass-store-on.ts';
import { readContent } from '../stages/read-content.ts';
import { isElsewhere, readStoredProducts } from '../payloads/read-stored-products.ts';
import { reportUnreadable, type UnreadablePayload } from '../stages/report-unreadable.ts';

interface Tools extends StoreTools {
  platforms: PlatformRegistry;
  payloadFiles: PayloadFiles;
  /** How long to wait for the only worker that has a file. */
  returnSeconds: number;
  /** The rule for when products that a menu from quarantine lacks count as out of stock. */
  missRule: MissRule;
  /** Called when too much of a payload is unreadable. Its readable products are saved by then. */
  onUnreadable: (payload: UnreadablePayload) => void;
}

/** Creates the activities that ingest stored payloads again. */
export function createRefreshPayloadActivities(tools: Tools) {
  return {
    /**
     * Reads a stored payload strictly and ingests it with today's rules. Tasks of the same store run one at a time. A payload
     * that is older than the newest ingested one only adds its snapshots.
     * @returns what was ingested; or the pod that alone has the file, where the work must be done; or the task that must end
     *   first
     * @throws CrawlError NotFound, CorruptPayload, or InvalidInput when the payload is doubted
     */
    refreshPayload: (
      input: RefreshFromPayloadInput & MayWait,
    ): Promise<RefreshFromPayloadResult | { held: HeldFile } | WaitsForStore> =>
      countFailures(INGEST_FAILURES_MAX, (count) => unlessTaken(input, () => refresh(tools, input, count))),
  };
}

async function refresh(
  tools: Tools,
  input: RefreshFromPayloadInput,
  count: FailureCount,
): Promise<RefreshFromPayloadResult | { held: HeldFile }> {
  const { db, platforms, payloadFiles, returnSeconds, missRule, onUnreadable } = tools;
  const payload = await loadPayload(db, input.payloadId);
  requireUsable(payload);
  if (payload.heldBy !== null && isElsewhere(payloadFiles, payload))
    return { held: { holder: payload.heldBy, returnSeconds } };
  const store = await enterStore(db, currentTask(payload.dispensaryId));
  return countLostConnections(count, () =>
    heartbeatWhile(
      () => ({ ...count, payloadId: payload.id }),
      async () => {
        const rawProducts = await readStoredProducts(payloadFiles, payload);
        const content = readContent(platforms[payload.platform], rawProducts);
        const given = { payload, ...content, missRule, signal: cancellationSignal() };
        const result = await ingestAgain(db, given, store);
        await passStoreOn(tools, endingTask(payload.dispensaryId));
        reportUnreadable(onUnreadable, payload, { counts: result.counts, skipped: content.skipped });
        return result;
      },
    ),
  );
}
