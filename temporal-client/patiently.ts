import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '@temporalio/client';

const ATTEMPTS_MAX = 5;
const ATTEMPT_AFTER_MS = 1_000;

/**
 * Retries a request about a schedule. The server answers from an internal workflow of the schedule. Just after the server
 * started, or on a busy machine, such an answer can fail, and succeed a moment later.
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
