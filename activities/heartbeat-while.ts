import { heartbeat } from '@temporalio/activity';

/**
 * Well below the shortest heartbeat timeout. A cancellation comes with the answer to a heartbeat, so this is also how
 * long one may wait.
 */
const HEARTBEAT_EVERY_MS = 3_000;

/**
 * Heartbeats while a piece of work goes on: a request may take longer than the heartbeat timeout, and a turn at a busy
 * host too. That the work itself ends is seen to by the deadlines of its requests.
 * @param details what a retry would need to go on from here
 */
export async function heartbeatWhile<Result>(
  details: () => unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  heartbeat(details());
  const timer = setInterval(() => heartbeat(details()), HEARTBEAT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
