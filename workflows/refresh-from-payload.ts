import { ApplicationFailure, setCurrentDetails } from '@temporalio/workflow';
import type { RefreshFromPayloadInput, RefreshFromPayloadResult } from '../domain/crawl-run.ts';
import type { MayWait } from '../domain/store-wait.ts';
import { refreshPayloadId } from '../temporal-config/workflow-ids.ts';
import { refreshActivities } from './activity-proxies.ts';
import { whereFileIs } from './held-files.ts';
import { isDatabaseId } from './input-checks.ts';
import { requireId, requireInput } from './require-input.ts';
import { leavingStore, MAY_WAIT, createStoreWait } from './store-waits.ts';

/**
 * Ingests a stored payload again, because the rules have changed or because a person has confirmed the payload. The workflow id
 * is `refresh/<payloadId>`.
 */
export async function refreshFromPayload(
  input: RefreshFromPayloadInput,
  ...more: unknown[]
): Promise<RefreshFromPayloadResult> {
  requireInput<RefreshFromPayloadInput>('refreshFromPayload', [input, ...more], {
    payloadId: isDatabaseId,
  });
  requireId('refreshFromPayload', refreshPayloadId(input.payloadId));
  const result = await leavingStore(() => refreshWhereItIs({ ...input, ...MAY_WAIT }));
  const { counts, isNewest } = result;
  setCurrentDetails(
    isNewest
      ? `${counts.products} products are in, ${counts.added} of them new`
      : `${counts.snapshots} snapshots; a newer payload is in, so the current state stays`,
  );
  return result;
}

/**
 * Ingests the payload at a worker that can read its file. Any worker can look up where the file is; only the pod itself can read
 * a file on its own disk.
 */
async function refreshWhereItIs(input: RefreshFromPayloadInput & MayWait): Promise<RefreshFromPayloadResult> {
  const summary = `payload ${input.payloadId}: product_refresh`;
  const inTurn = createStoreWait();
  const found = await inTurn(() => refreshActivities(summary).refreshPayload(input));
  if (!('held' in found)) return found;
  const { held } = found;
  const result = await inTurn(() =>
    whereFileIs(held, () => refreshActivities(summary, held).refreshPayload(input)),
  );
  if ('held' in result)
    throw ApplicationFailure.nonRetryable(`${held.holder} serves the files of ${result.held.holder}`);
  return result;
}
