import { setTimeout as pause } from 'node:timers/promises';
import { ApiProblem } from '../../api-client/answer-of.ts';

/**
 * Sends a request; while the API refuses the request because of its rate limit, waits and sends it again. For commands that send
 * many requests.
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
