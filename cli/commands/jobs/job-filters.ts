import type { Command } from 'commander';
import type { paths } from '../../../api-client/api-types.ts';
import { JOB_STATUSES, type JobStatus } from '../../../domain/job.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { readSeveral } from '../../read-several.ts';
import { addRunFilters, runQueryOf, type RunFilterOptions } from '../../run-filters.ts';
import { readPriority, readTypeName, readWord } from './read-job-options.ts';

type JobQuery = NonNullable<paths['/api/job-counts']['get']['parameters']['query']>;

/** What narrows a list, as the command was given it. */
export interface FilterOptions extends RunFilterOptions {
  status?: JobStatus[];
  type?: string;
  platform?: string;
  account?: string;
}

/** Adds the options that narrow which jobs a command is about. */
export function addJobFilters<Filtered extends Command>(command: Filtered): Filtered {
  const narrowed = command
    .option(
      '--status <status>',
      `one or several with commas, of ${JOB_STATUSES.join(', ')}`,
      readSeveral(JOB_STATUSES),
    )
    .option('--type <name>', 'of one type, as `jobs types` shows it', readTypeName)
    .option('--platform <name>', 'whose site or service', readWord)
    .option('--account <name>', 'for whom', readWord);
  return addRunFilters(narrowed, readPriority);
}

/** The options as the query of the API's list has them. @throws CommandRefused when no job can be meant */
export function queryOf(options: FilterOptions): JobQuery {
  const { status, type, platform, account } = options;
  return withoutUndefined({
    ...runQueryOf(options),
    status: status?.join(','),
    job_type: type,
    platform,
    account,
  });
}
