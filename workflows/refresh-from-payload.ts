import { setCurrentDetails } from '@temporalio/workflow';
import type { RefreshFromPayloadInput, RefreshFromPayloadResult } from '../domain/crawl-run.ts';
import { refreshPayloadId } from '../temporal-config/workflow-ids.ts';
import { refreshActivities } from './activity-proxies.ts';
import { requireId, requireInput } from './require-input.ts';

/**
 * Ingests a stored payload again: with rules that have changed since, or because a person has confirmed it. Started
 * under the id `refresh/<payloadId>`.
 */
export async function refreshFromPayload(input: RefreshFromPayloadInput): Promise<RefreshFromPayloadResult> {
  requireInput('refreshFromPayload', input, {
    payloadId: (id) => Number.isSafeInteger(id) && Number(id) > 0,
  });
  requireId('refreshFromPayload', refreshPayloadId(input.payloadId));
  const result = await refreshActivities(`payload ${input.payloadId}: product_refresh`).refreshPayload(input);
  const { counts, isNewest } = result;
  setCurrentDetails(
    isNewest
      ? `${counts.products} products are in, ${counts.added} of them new`
      : `${counts.snapshots} snapshots; a newer payload is in, so the current state stays`,
  );
  return result;
}
