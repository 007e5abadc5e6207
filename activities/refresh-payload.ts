import { cancellationSignal } from '@temporalio/activity';
import type { HeldFile, RefreshFromPayloadInput, RefreshFromPayloadResult } from '../domain/crawl-run.ts';
import type { MissRule } from '../domain/misses.ts';
import type { MayWait, WaitsForStore } from '../domain/store-turn.ts';
import { ingestAgain } from '../db/queries/ingest.ts';
import { loadPayload, requireUsable } from '../db/queries/payloads.ts';
import { enterStore } from '../db/queries/store-locks.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { callingTask, endingTask } from '../stages/calling-chain.ts';
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
  /** How long the worker is waited for that alone has a file. */
  returnSeconds: number;
  /** What takes products out of stock that a menu lacks which was in quarantine. */
  missRule: MissRule;
  /** Called when too much of a payload is unreadable; its readable products are in by then. */
  onUnreadable: (payload: UnreadablePayload) => void;
}

/** Activities that ingest stored payloads again. */
export function createRefreshPayloadActivities(tools: Tools) {
  return {
    /**
     * Reads a stored payload strictly and brings it in with the rules of today. Another task of the same store goes
     * before or after it, never beside it; a payload that is older than what is in writes its snapshots alone.
     * @returns what went in; or whose disk alone has the file, where the work has to be done; or the task that has to end first
     * @throws CrawlError NotFound, InvalidInput when the payload is not believed, CorruptPayload
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
  const store = await enterStore(db, callingTask(payload.dispensaryId));
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
