import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Log } from '../observability/log.ts';
import { DEPLOYMENT_NAME } from '../temporal-config/deployment.ts';
import { grpcCodeOf } from './grpc-errors.ts';

/** The code of gRPC for what the server does not know. */
const NOT_FOUND = 5;
const INTERVAL_MS = 500;

/** A version of the workflow code, and the worker that waits for it. */
interface AwaitedVersion {
  client: Client;
  namespace: string;
  buildId: string;
  log: Log;
  /** Whether the worker has been told to stop. */
  isStopped: () => boolean;
}

/**
 * Waits until Temporal knows this version of the worker deployment. It learns of a version from the first poll of a worker, and in
 * a new namespace only seconds later; until then nobody can make the version current.
 * @returns when it is known, the worker stops, or Temporal cannot say; that is logged
 */
export async function awaitVersion(awaited: AwaitedVersion): Promise<void> {
  const { client, namespace, buildId, log, isStopped } = awaited;
  while (!isStopped()) {
    try {
      await client.workflowService.describeWorkerDeploymentVersion({
        namespace,
        deploymentVersion: { deploymentName: DEPLOYMENT_NAME, buildId },
      });
      return;
    } catch (error) {
      if (grpcCodeOf(error) !== NOT_FOUND) {
        log.warn({ err: error }, `Temporal does not say whether it knows version ${buildId} of this worker`);
        return;
      }
    }
    await pause(INTERVAL_MS, undefined, { ref: false });
  }
}
