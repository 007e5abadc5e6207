import type { Command } from 'commander';
import type { paths } from '../../../api-client/api-types.ts';
import { JOB_STATUSES, type JobStatus } from '../../../domain/job.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { severalOption } from '../../several-option.ts';
import { addRunFilters, runQueryOf, type RunFilterOptions } from '../../run-filters.ts';
import { readPriority, readTypeName, readWord } from './read-job-options.ts';

type JobQuery = NonNullable<paths['/api/job-counts']['get']['parameters']['query']>;

/** The filter options of a list of jobs. */
export interface FilterOptions extends RunFilterOptions {
  status?: JobStatus[];
  type?: string;
  platform?: string;
  account?: string;
}

/** Adds the filter options. */
export function addJobFilters<Filtered extends Command>(command: Filtered): Filtered {
  const narrowed = command
    .addOption(severalOption('--status <status>', JOB_STATUSES))
    .option('--type <name>', 'only jobs of this type, as `jobs types` shows it', readTypeName)
    .option('--platform <name>', 'only jobs for this site or service', readWord)
    .option('--account <name>', 'for whom', readWord);
  return addRunFilters(narrowed, readPriority);
}

/** Converts the options to the query of the API's list. @throws CommandRefused if no job can match */
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
