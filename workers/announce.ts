import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { WorkerFacts } from '../db/queries/worker-registry.ts';
import type { Log } from '../observability/log.ts';
import { awaitVersion } from '../temporal-client/await-version.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';

/** The states of a worker that has not been told to stop. */
const SERVING = ['INITIALIZED', 'RUNNING'];

interface Announced {
  client: Client;
  /** One for each queue. */
  workers: readonly Pick<Worker, 'getState'>[];
  facts: WorkerFacts;
  /** The version of the worker; undefined: it has none. */
  buildId: string | undefined;
  log: Log;
}

/** Logs that a worker serves, unless it stops before; one of a version only when an operator can make that version current. */
export async function announce({ client, workers, facts, buildId, log }: Announced): Promise<void> {
  const isStopped = () => workers.some((worker) => !SERVING.includes(worker.getState()));
  const runsWorkflows = facts.queues.some(({ queue }) => queue === WORKFLOW_QUEUE);
  if (runsWorkflows && buildId !== undefined)
    await awaitVersion(client, buildId, isStopped).catch((err: unknown) => {
      // Its connection is closed, too.
      if (isStopped()) return;
      log.warn({ err }, `Temporal does not say whether it knows version ${buildId} of this worker`);
    });
  if (isStopped()) return;
  log.info(facts, 'serving');
  if (runsWorkflows) return;
  log.warn(
    `This worker runs no workflows: another one must serve the queue ${WORKFLOW_QUEUE}, or no work proceeds`,
  );
}
