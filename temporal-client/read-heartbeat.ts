import type { WorkflowExecutionDescription } from '@temporalio/client';
import type { LoadedDataConverter } from '@temporalio/common';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { lookOf } from './look-at-tasks.ts';

/** What the worker of a run's open activity said last about its progress; undefined: nothing. */
export async function readHeartbeat(
  converter: LoadedDataConverter,
  description: Pick<WorkflowExecutionDescription, 'status' | 'raw'>,
): Promise<unknown> {
  const { activity } = lookOf(description);
  const open = description.raw.pendingActivities?.find(({ activityId }) => activityId === activity?.id);
  const [heartbeat] = await decodeArrayFromPayloads(converter, open?.heartbeatDetails?.payloads);
  return heartbeat;
}
