import { setTimeout as pause } from 'node:timers/promises';
import { ApiProblem } from '../../api-client/answer-of.ts';

/**
 * Sends a request, and sends it again after a pause as long as the API refuses it for its rate limit. For commands that send many
 * requests.
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
