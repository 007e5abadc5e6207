import { setTimeout as pause } from 'node:timers/promises';
import { ApiProblem } from '../../api-client/answer-of.ts';

/**
 * What the API answered, however often it had too many requests before: for a command that sends one for each of many
 * things.
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
