import { ApiProblem } from '../../api-client/answer-of.ts';
import { isAnswered } from '../../api-client/change-headers.ts';

/** Who does not answer for now. */
export type Away = 'the API' | 'Temporal';

/**
 * What the API answered, or who is away: for a command that waits for work which goes on meanwhile.
 * @throws what was thrown where asking again would not help, or the signal is aborted
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

/** One line for a person who waits. @param name of the work, such as the id of a job */
export function formatAway(name: string, away: Away): string {
  return `${name}: ${away} does not answer; it is asked again`;
}
