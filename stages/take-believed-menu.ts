import type { FetchedMenu } from '../domain/crawl-run.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import { takeBelieved, type BelievedPayload } from '../db/queries/believed-payload.ts';
import type { HeldRun } from '../db/queries/crawl-runs.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';

interface Tools {
  db: Db;
  payloadFiles: PayloadFiles;
}

interface Asked {
  dispensary: Pick<Dispensary, 'name' | 'stateCode'>;
  /** The payload that the run fetched earlier, whose file is out of reach. */
  lostPayloadId: number | undefined;
}

/**
 * Takes a doubted menu of this run that a person has confirmed since, so that it is ingested without another fetch. Null if there is
 * none.
 * @throws CrawlError StaleAttempt
 */
export function takeBelievedMenu(
  { db, payloadFiles }: Tools,
  run: HeldRun,
  { dispensary, lostPayloadId }: Asked,
): Promise<FetchedMenu | null> {
  const menuOf = ({ id, heldBy, faults, missingCount, ...counts }: BelievedPayload): FetchedMenu | null => {
    const held = heldBy === null ? undefined : payloadFiles.held;
    // By now, all workers share the storage, so no worker can read a file that only one pod had.
    if (held === null) return null;
    return {
      payloadId: id,
      dispensaryName: dispensary.name,
      stateCode: dispensary.stateCode,
      productCount: counts.productCount,
      pages: counts.pages,
      bytes: counts.bytes,
      missing: missingCount,
      confirmed: { faults, by: 'person' },
      ...(held === undefined || heldBy === null ? {} : { held: { ...held, holder: heldBy } }),
    };
  };
  return takeBelieved(db, run, { exceptId: lostPayloadId, resultOf: menuOf });
}
