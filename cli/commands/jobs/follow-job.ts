import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, ApiProblem } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { isClosed } from '../../../domain/task.ts';
import { formatAway, unlessAway } from '../../api/unless-away.ts';
import { CommandFailed } from '../../command-failed.ts';
import type { Waiting } from '../../wait-for-work.ts';
import { formatStep } from './format-jobs.ts';

type JobDetail = Schemas['JobDetail'];

/**
 * Shows how far a job is until it is over; where it is started once more meanwhile, until that is.
 * @returns how it ended
 * @throws CommandFailed when it is deleted meanwhile
 */
export async function followJob(
  api: ApiClient,
  id: string,
  { signal, show, everyMs }: Waiting,
): Promise<JobDetail> {
  for (;;) {
    signal.throwIfAborted();
    const found = await unlessAway(read(api, id, signal), signal);
    const detail = typeof found !== 'string' && found.stale ? 'Temporal' : found;
    // What the ledger has while Temporal is away may be how the run before this one ended.
    if (typeof detail !== 'string' && isClosed(detail.status)) return detail;
    show(typeof detail === 'string' ? formatAway(id, detail) : formatStep(detail));
    await sleep(everyMs, undefined, { signal });
  }
}

async function read(api: ApiClient, id: string, signal: AbortSignal): Promise<JobDetail> {
  try {
    return await answerOf(api.GET('/api/jobs/{id}', { params: { path: { id } }, signal }));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404)
      throw new CommandFailed(`${id} was deleted before it was over.`, { cause: error });
    throw error;
  }
}
