import { setTimeout as pause } from 'node:timers/promises';
import { ApiProblem } from '../../api-client/answer-of.ts';

/**
 * Sends a request again until the API no longer answers that there are too many, for commands that send many requests.
 * @param ask sends the request
 */
export async function whenAdmitted<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'rate-limited') throw error;
      await pause(error.retryAfterMs ?? 1_000);
    }
  }
}
