import type { Client } from '@temporalio/client';

/** Whether Temporal answers for our namespace within a time. */
export async function isAnswering(client: Client, milliseconds: number): Promise<boolean> {
  const { namespace } = client.options;
  try {
    await client.withDeadline(Date.now() + milliseconds, () =>
      client.workflowService.describeNamespace({ namespace }),
    );
    return true;
  } catch {
    return false;
  }
}
