import type { WorkflowHandle } from '@temporalio/client';

/** What the last heartbeat of a workflow's activity told, as the server and its Web UI show it; null: nothing yet. */
export async function heartbeatDetails(handle: WorkflowHandle): Promise<Record<string, unknown> | null> {
  const { raw } = await handle.describe();
  const data = raw.pendingActivities?.[0]?.heartbeatDetails?.payloads?.[0]?.data;
  return data ? (JSON.parse(Buffer.from(data).toString()) as Record<string, unknown>) : null;
}
