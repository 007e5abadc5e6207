import { TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import { CommandFailed } from './command-failed.ts';

/**
 * Has Temporal change something.
 * @throws CommandFailed when no answer comes: nobody knows then whether it was done
 */
export async function requestChange<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    throw new CommandFailed(`${error.message} What it was asked to do may be done.`, { cause: error });
  }
}
