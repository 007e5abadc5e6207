import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { OtherInstance, type InstancePlace } from '../domain/instance.ts';
import type { Log } from '../observability/log.ts';
import { isNoAnswer } from '../temporal-client/call-temporal.ts';
import { refuseOtherServers, type InstanceSettings } from '../temporal-client/instance.ts';

/** A reachable Temporal answers within this time; an unreachable one must not delay the API's start. */
const ANSWER_MS_MAX = 3_000;

/** The wait before the second attempt; it doubles with each further attempt. */
const FIRST_WAIT_MS = 1_000;
const WAIT_MS_MAX = 60_000;

interface Watched {
  client: Client;
  environment: InstanceSettings;
  log: Log;
  database: InstancePlace;
  /** Called when Temporal, which did not answer at the start, turns out to be another installation's. */
  onOther: (error: OtherInstance) => void;
}

/**
 * Verifies that Temporal belongs to the database's installation: now, or as soon as Temporal answers.
 * @throws OtherInstance when Temporal answers now and belongs to another installation
 */
export async function watchInstance({ onOther, ...watched }: Watched): Promise<void> {
  const compare = createComparison(watched);
  if (await compare()) return;
  void retry(compare).catch(onOther);
}

/**
 * Makes a function that compares the ids. It resolves with true when they match, and with false while they cannot be compared; then it logs
 * each new obstacle.
 */
function createComparison({ client, environment, log, database }: Omit<Watched, 'onOther'>) {
  let loggedReason: string | null = null;
  return async (): Promise<boolean> => {
    try {
      await client.withDeadline(Date.now() + ANSWER_MS_MAX, () =>
        refuseOtherServers(client, environment, database),
      );
      return true;
    } catch (error) {
      if (error instanceof OtherInstance) throw error;
      const reason = isNoAnswer(error) ? 'Temporal does not answer' : (error as Error).message;
      if (reason !== loggedReason)
        log.warn(
          { reason },
          'cannot check yet whether Temporal belongs to the same installation as the database',
        );
      loggedReason = reason;
      return false;
    }
  };
}

async function retry(compare: () => Promise<boolean>): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)) {
    await sleep(waitMs, undefined, { ref: false });
    if (await compare()) return;
  }
}
