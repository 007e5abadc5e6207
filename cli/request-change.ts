import { TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import { CommandFailed } from './command-failed.ts';

/**
 * Runs work that changes something in Temporal.
 * @throws CommandFailed if Temporal does not answer; the change may have been made nevertheless
 */
export async function requestChange<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    throw new CommandFailed(`${error.message} The change may have been made nevertheless.`, { cause: error });
  }
}
