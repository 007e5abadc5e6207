import type { IngestCounts } from '../domain/crawl-run.ts';
import type { StoredPayload } from '../db/queries/payloads.ts';

/** A payload of which too much is unreadable. Its readable products are ingested. */
export interface UnreadablePayload {
  dispensaryId: number;
  payloadId: number;
  /** Products that could not be read, and all that came. */
  skipped: number;
  came: number;
  /** Why, of the first of them. */
  reason: string | undefined;
}

interface Ingested {
  counts: IngestCounts;
  /** Products that could not be normalized. */
  skipped: readonly { reason: string }[];
}

/** Reports a payload that was ingested, for the first time or again, if it counts no misses because it is unreadable. */
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
