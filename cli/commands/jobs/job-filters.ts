import type { Command } from 'commander';
import { JOB_STATUSES, type JobStatus } from '../../../domain/job.ts';
import type { JobFilter } from '../../../reports/job-book.ts';
import { readSeveral } from '../../read-several.ts';
import { readTime } from '../../read-time.ts';
import { refuseReversed } from '../../refuse-reversed.ts';
import { readTypeName, readWord } from './read-job-options.ts';

/** What narrows a list, as the command was given it. */
export interface FilterOptions {
  status?: JobStatus[];
  type?: string;
  platform?: string;
  account?: string;
  since?: Date;
  until?: Date;
}

/** Adds the options that narrow which jobs a command is about. */
export function addJobFilters(command: Command): Command {
  return command
    .option(
      '--status <status>',
      `one or several with commas, of ${JOB_STATUSES.join(', ')}`,
      readSeveral(JOB_STATUSES),
    )
    .option('--type <name>', 'of one type, as `jobs types` shows it', readTypeName)
    .option('--platform <name>', 'whose site or service', readWord)
    .option('--account <name>', 'for whom', readWord)
    .option('--since <time>', 'created then or later, such as 2026-01-31T08:00:00Z', readTime)
    .option('--until <time>', 'created before', readTime);
}

/** @throws CommandRefused when no job can be meant */
export function filterOf(options: FilterOptions): JobFilter {
  refuseReversed(options);
  const { status: statuses, type: jobType, platform, account, since, until } = options;
  return { statuses, jobType, platform, account, since, until };
}
