import type { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { inject, onTestFinished } from 'vitest';
import type { ending } from './ending-workflow.ts';

/** Runs a worker until the calling test ends, for workflows that end as the test says. */
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

/** Starts a workflow that ends as the test says. */
export const startEnding = (client: Client, workflowId: string) =>
  client.workflow.start<typeof ending>('ending', { taskQueue: 'ending', workflowId, args: [] });
