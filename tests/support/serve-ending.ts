import type { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { inject, onTestFinished } from 'vitest';
import type { ending } from './ending-workflow.ts';

/** Serves workflows whose end the test decides, until the calling test is over. */
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

/** Starts a workflow whose end the test decides. */
export const startEnding = (client: Client, workflowId: string) =>
  client.workflow.start<typeof ending>('ending', { taskQueue: 'ending', workflowId, args: [] });
