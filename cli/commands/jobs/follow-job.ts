import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, ApiProblem } from '../../../api-client/answer-of.ts';
import { isAnswered } from '../../../api-client/change-headers.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { isClosed } from '../../../domain/task.ts';
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
    const detail = await look(api, id, signal);
    // What the ledger has while Temporal is away may be how the run before this one ended.
    if (typeof detail !== 'string' && isClosed(detail.status)) return detail;
    show(
      typeof detail === 'string' ? `${id}: ${detail} does not answer; it is asked again` : formatStep(detail),
    );
    await sleep(everyMs, undefined, { signal });
  }
}

/** @returns the job, or who does not answer */
async function look(
  api: ApiClient,
  id: string,
  signal: AbortSignal,
): Promise<JobDetail | 'the API' | 'Temporal'> {
  try {
    const detail = await answerOf(api.GET('/api/jobs/{id}', { params: { path: { id } }, signal }));
    return detail.stale ? 'Temporal' : detail;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 404) throw new CommandFailed(`${id} was deleted before it was over.`);
    if (error.code === 'temporal-unavailable') return 'Temporal';
    if (isAnswered(error)) throw error;
    return 'the API';
  }
}
