import { cancellationSignal } from '@temporalio/activity';
import type { HeldFile, RefreshFromPayloadInput, RefreshFromPayloadResult } from '../domain/crawl-run.ts';
import type { MissRule } from '../domain/misses.ts';
import type { Db } from '../db/connect.ts';
import { ingestAgain } from '../db/queries/ingest.ts';
import { loadPayload, requireUsable } from '../db/queries/payloads.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import {
  countFailures,
  countLostConnections,
  INGEST_FAILURES_MAX,
  type FailureCount,
} from './count-failures.ts';
import { heartbeatWhile } from './heartbeat-while.ts';
import { readContent } from './read-content.ts';
import { isElsewhere, readStoredProducts } from '../payloads/read-stored-products.ts';
import { reportUnreadable, type UnreadablePayload } from './report-unreadable.ts';

interface Tools {
  db: Db;
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
     * Reads a stored payload strictly and brings it in with the rules of today. A chain of the same dispensary goes
     * before or after it, never beside it; a payload that is older than what is in writes its snapshots alone.
     * @returns what went in; or whose disk alone has the file, where the work has to be done
     * @throws CrawlError NotFound, InvalidInput when the payload is not believed, CorruptPayload
     */
    refreshPayload: (
      input: RefreshFromPayloadInput,
    ): Promise<RefreshFromPayloadResult | { held: HeldFile }> =>
      countFailures(INGEST_FAILURES_MAX, (count) => refresh(tools, input, count)),
  };
}

async function refresh(
  { db, platforms, payloadFiles, returnSeconds, missRule, onUnreadable }: Tools,
  input: RefreshFromPayloadInput,
  count: FailureCount,
): Promise<RefreshFromPayloadResult | { held: HeldFile }> {
  const payload = await loadPayload(db, input.payloadId);
  requireUsable(payload);
  if (payload.heldBy !== null && isElsewhere(payloadFiles, payload))
    return { held: { holder: payload.heldBy, returnSeconds } };
  return countLostConnections(count, () =>
    heartbeatWhile(
      () => ({ ...count, payloadId: payload.id }),
      async () => {
        const rawProducts = await readStoredProducts(payloadFiles, payload);
        const content = readContent(platforms[payload.platform], rawProducts);
        const result = await ingestAgain(db, {
          payload,
          ...content,
          missRule,
          signal: cancellationSignal(),
        });
        reportUnreadable(onUnreadable, payload, { counts: result.counts, skipped: content.skipped });
        return result;
      },
    ),
  );
}
