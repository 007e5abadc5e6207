import { ApiProblem } from '../../api-client/answer-of.ts';
import { isAnswered } from '../../api-client/change-headers.ts';

/** The message for a waiting user while Temporal does not answer and the API has only an old state. */
export const TEMPORAL_AWAY = 'Temporal does not answer; trying again';

/**
 * Returns the API's answer, or a text that says which server is away. For commands that wait for work: the work may go on while a
 * server is away,
 * so they ask again.
 * @throws the error of the request if a retry would not help; the signal's reason if the signal is aborted
 */
export async function unlessAway<Answer extends object>(
  requested: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | string> {
  try {
    return await requested;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === 'temporal-unavailable') return TEMPORAL_AWAY;
    // The API's own text says more, for example that a disk is full.
    if (error.code === 'database-unavailable') return error.message;
    if (isAnswered(error)) throw error;
    return 'the API does not answer; trying again';
  }
}

/** Formats a line that says which server is away, for a waiting user. @param name the name of the work, such as the id of a job */
export function formatAway(name: string, away: string): string {
  return `${name}: ${away}`;
}
