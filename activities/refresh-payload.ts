import { cancellationSignal } from '@temporalio/activity';
import type { RefreshFromPayloadInput, RefreshFromPayloadResult } from '../domain/crawl-run.ts';
import type { Db } from '../db/connect.ts';
import { ingestAgain } from '../db/queries/ingest.ts';
import { loadPayload, requireUsable } from '../db/queries/payloads.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { heartbeatWhile } from './heartbeat-while.ts';
import { readContent } from './read-content.ts';
import { readStoredProducts } from './read-stored-products.ts';

interface Tools {
  db: Db;
  platforms: PlatformRegistry;
  payloadFiles: PayloadFiles;
}

/** Activities that ingest stored payloads again. */
export function createRefreshPayloadActivities({ db, platforms, payloadFiles }: Tools) {
  return {
    /**
     * Reads a stored payload strictly and brings it in with the rules of today. A chain of the same dispensary goes
     * before or after it, never beside it; a payload that is older than what is in writes its snapshots alone.
     * @throws CrawlError NotFound, InvalidInput when the payload is not believed, CorruptPayload
     */
    async refreshPayload(input: RefreshFromPayloadInput): Promise<RefreshFromPayloadResult> {
      const payload = await loadPayload(db, input.payloadId);
      requireUsable(payload);
      return heartbeatWhile(
        () => payload.id,
        async () => {
          const products = await readStoredProducts(payloadFiles, payload);
          return ingestAgain(db, {
            payload,
            ...readContent(platforms[payload.platform], products),
            signal: cancellationSignal(),
          });
        },
      );
    },
  };
}
