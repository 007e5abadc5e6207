import { JOB_ID } from '../../../domain/job.ts';
import { CommandRefused } from '../../command-refused.ts';

/** @throws CommandRefused for what is no id of a job */
export function refuseNoId(id: string): void {
  if (JOB_ID.test(id)) return;
  throw new CommandRefused(
    `There is no job ${JSON.stringify(id)}; it takes an id as \`crawlchain jobs list\` shows it.`,
  );
}
