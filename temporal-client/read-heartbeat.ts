import type { WorkflowExecutionDescription } from '@temporalio/client';
import { arrayFromPayloads, type LoadedDataConverter } from '@temporalio/common';
import { temporalStateOf } from './temporal-state.ts';

/** Returns the last heartbeat details of a run's open activity; undefined: none. */
export function readHeartbeat(
  { payloadConverter }: LoadedDataConverter,
  description: Pick<WorkflowExecutionDescription, 'status' | 'raw'>,
): unknown {
  const { activity } = temporalStateOf(description);
  const open = description.raw.pendingActivities?.find(({ activityId }) => activityId === activity?.id);
  const [heartbeat] = arrayFromPayloads(payloadConverter, open?.heartbeatDetails?.payloads);
  return heartbeat;
}
