import { setTimeout as sleep } from 'node:timers/promises';
import { isClosed } from '../../../domain/task.ts';
import { readJobDetail, type JobDetail } from '../../../reports/job-detail.ts';
import { unlessAway } from '../../../temporal-client/ask-temporal.ts';
import { CommandFailed } from '../../command-failed.ts';
import type { Waiting } from '../../wait-for-work.ts';
import type { Servers } from '../../with-servers.ts';
import { tellStep } from './tell-jobs.ts';

/**
 * Shows how far a job is until it is over; where it is started once more meanwhile, until that is.
 * @returns how it ended
 * @throws CommandFailed when it is deleted meanwhile
 */
export async function followJob(
  servers: Servers,
  id: string,
  { signal, show, everyMs }: Waiting,
): Promise<JobDetail> {
  for (;;) {
    signal.throwIfAborted();
    const detail = await look(servers, id, signal);
    if (detail === null) throw new CommandFailed(`${id} was deleted before it was over.`);
    // What the ledger has while Temporal is away may be how the run before this one ended.
    if (detail !== 'away' && isClosed(detail.job.status)) return detail;
    show(detail === 'away' ? `${id}: Temporal does not answer; it is asked again` : tellStep(detail));
    await sleep(everyMs, undefined, { signal });
  }
}

async function look(
  { db, client }: Servers,
  id: string,
  signal: AbortSignal,
): Promise<JobDetail | 'away' | null> {
  const asked = client.withAbortSignal(signal, () => readJobDetail({ db, client }, id));
  const detail = await unlessAway(asked, 'away' as const);
  return detail !== 'away' && detail?.isStale === true ? 'away' : detail;
}
