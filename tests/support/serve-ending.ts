import type { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { inject, onTestFinished } from 'vitest';
import type { ending } from './ending-workflow.ts';

/** Serves workflows that end as they are told, until the calling test is over. */
export async function serveEnding({
  address,
  namespace,
}: {
  address: string;
  namespace: string;
}): Promise<void> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: 'ending',
    workflowBundle: { codePath: inject('standInBundlePath') },
  });
  const served = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await served;
    await connection.close();
  });
}

/** Starts a workflow that ends as it is told. */
export const startEnding = (client: Client, workflowId: string) =>
  client.workflow.start<typeof ending>('ending', { taskQueue: 'ending', workflowId, args: [] });
