import type { WorkflowHandle } from '@temporalio/client';

/** Returns the details of the last heartbeat of a workflow's activity, as the server and its Web UI show them; null before the first. */
export async function heartbeatDetails(handle: WorkflowHandle): Promise<Record<string, unknown> | null> {
  const { raw } = await handle.describe();
  const data = raw.pendingActivities?.[0]?.heartbeatDetails?.payloads?.[0]?.data;
  return data ? (JSON.parse(Buffer.from(data).toString()) as Record<string, unknown>) : null;
}
