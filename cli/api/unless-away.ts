import { ApiProblem } from '../../api-client/answer-of.ts';
import { isAnswered } from '../../api-client/change-headers.ts';

/** A server that does not answer at present. */
export type Away = 'the API' | 'Temporal';

/**
 * Returns the API's answer, or the server that is away. For commands that wait for work: the work may go on while a server is away,
 * so they ask again.
 * @throws the error of the request if a retry would not help; the signal's reason if the signal is aborted
 */
export async function unlessAway<Answer extends object>(
  requested: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | Away> {
  try {
    return await requested;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === 'temporal-unavailable') return 'Temporal';
    if (isAnswered(error)) throw error;
    return 'the API';
  }
}

/** Formats a line that tells a waiting person which server is away. @param name the name of the work, such as the id of a job */
export function formatAway(name: string, away: Away): string {
  return `${name}: ${away} does not answer; trying again`;
}
