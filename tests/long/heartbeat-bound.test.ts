import { randomUUID } from 'node:crypto';
import { cancelled } from '@temporalio/activity';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, onTestFinished, test } from 'vitest';
import { heartbeatWhile } from '../../stages/heartbeat-while.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import type { waitForStillWork } from '../support/still-workflow.ts';

quietRuntime();

/** How long work without progress keeps sending heartbeats. Far below the heartbeat timeout of the activity. */
const STILL_MS_MAX = 4_000;

test('work that never moves loses its heartbeats, and Temporal ends it', async () => {
  const { client, namespace, address } = await createTestNamespace();
  const connection = await NativeConnection.connect({ address });
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: { codePath: inject('standInBundlePath') },
    activities: { doNothing: () => heartbeatWhile(() => ({}), cancelled, { stillMsMax: STILL_MS_MAX }) },
    shutdownForceTime: '5s',
  });
  const running = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    // The work ends only when its worker ends.
    await running.catch(() => undefined);
    await connection.close();
  });
  const result = client.workflow.execute<typeof waitForStillWork>('waitForStillWork', {
    workflowId: taskQueue,
    taskQueue,
    args: [],
  });
  await expect(result).rejects.toMatchObject({
    cause: { cause: { name: 'TimeoutFailure', timeoutType: 'HEARTBEAT' } },
  });
});
