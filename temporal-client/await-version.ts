import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { DEPLOYMENT_NAME } from '../temporal-config/deployment.ts';
import { grpcCodeOf } from './grpc-errors.ts';

const NOT_FOUND = 5;
const INTERVAL_MS = 500;

/**
 * Waits until Temporal knows a version of the worker deployment. It learns of a version from the first poll of a worker, and in a new
 * namespace only seconds later; until then nobody can make the version current.
 * @param isStopped whether the worker has been told to stop, and waits no longer
 * @throws the error of a server that does not answer the question
 */
export async function awaitVersion(client: Client, buildId: string, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    try {
      await client.workflowService.describeWorkerDeploymentVersion({
        namespace: client.options.namespace,
        deploymentVersion: { deploymentName: DEPLOYMENT_NAME, buildId },
      });
      return;
    } catch (error) {
      if (grpcCodeOf(error) !== NOT_FOUND) throw error;
    }
    await pause(INTERVAL_MS, undefined, { ref: false });
  }
}
