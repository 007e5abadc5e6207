import type { IngestCounts } from '../domain/crawl-run.ts';
import type { StoredPayload } from '../db/queries/payloads.ts';

/** A payload of which too much is unreadable. Its readable products are ingested. */
export interface UnreadablePayload {
  dispensaryId: number;
  payloadId: number;
  /** The number of unreadable products, and of all products. */
  skipped: number;
  came: number;
  /** The reason for the first unreadable product. */
  reason: string | undefined;
}

interface Ingested {
  counts: IngestCounts;
  /** Products that could not be normalized. */
  skipped: readonly { reason: string }[];
}

/** Reports an ingested payload whose misses are not counted because too much of it is unreadable. */
export function reportUnreadable(
  onUnreadable: (payload: UnreadablePayload) => void,
  payload: Pick<StoredPayload, 'id' | 'dispensaryId'>,
  { counts, skipped }: Ingested,
): void {
  if (counts.missesOff !== 'unreadable') return;
  onUnreadable({
    dispensaryId: payload.dispensaryId,
    payloadId: payload.id,
    skipped: counts.skipped,
    came: counts.products + counts.skipped,
    reason: skipped[0]?.reason,
  });
}
