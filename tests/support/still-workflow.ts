import { proxyActivities } from '@temporalio/workflow';

/** Runs an activity, without retries and with a heartbeat timeout of ten seconds. */
export async function waitForStillWork(): Promise<void> {
  const { doNothing } = proxyActivities<{ doNothing(): Promise<void> }>({
    startToCloseTimeout: '5 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { maximumAttempts: 1 },
  });
  await doNothing();
}
