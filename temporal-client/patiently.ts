import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '@temporalio/client';

const ATTEMPTS_MAX = 5;
const ATTEMPT_AFTER_MS = 1_000;

/**
 * A schedule is a workflow of the server's own, which is asked for its description: just after a start, or on a busy
 * machine, that may fail once and work a moment later.
 */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === ATTEMPTS_MAX) throw error;
      await wait(ATTEMPT_AFTER_MS * attempt);
    }
  }
}
