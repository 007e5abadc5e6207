import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, ApiProblem } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { isClosed } from '../../../domain/task.ts';
import { formatAway, TEMPORAL_AWAY, unlessAway } from '../../api/unless-away.ts';
import { CommandFailed } from '../../command-failed.ts';
import type { Waiting } from '../../wait-for-work.ts';
import { formatStep } from './format-jobs.ts';

type JobDetail = Schemas['JobDetail'];

/**
 * Shows the progress of a job until it has ended; if somebody retries the job meanwhile, until the retry has ended.
 * @returns the closed job
 * @throws CommandFailed if the job is deleted meanwhile
 */
export async function followJob(
  api: ApiClient,
  id: string,
  { signal, show, everyMs }: Waiting,
): Promise<JobDetail> {
  for (;;) {
    signal.throwIfAborted();
    const found = await unlessAway(read(api, id, signal), signal);
    const detail = typeof found !== 'string' && found.stale ? TEMPORAL_AWAY : found;
    // While Temporal is away, the ledger may show the end of an earlier run.
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
      throw new CommandFailed(`${id} was deleted before it ended.`, { cause: error });
    throw error;
  }
}
