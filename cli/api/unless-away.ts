import { ApiProblem } from '../../api-client/answer-of.ts';
import { isAnswered } from '../../api-client/change-headers.ts';

/** The server that does not answer for now. */
export type Away = 'the API' | 'Temporal';

/**
 * Returns the API's answer, or which server is away, for commands that wait for work which goes on meanwhile.
 * @throws the error if a retry would not help, or if the signal is aborted
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

/** One line for a person who waits. @param name the name of the work, such as the id of a job */
export function formatAway(name: string, away: Away): string {
  return `${name}: ${away} does not answer; it is asked again`;
}
