import type { Command } from 'commander';
import { JOB_STATUSES } from '../../../domain/job.ts';
import { severalOption } from '../../several-option.ts';
import { addRunFilters } from '../../run-filters.ts';
import { readPriority, readTypeName, readWord } from './read-job-options.ts';

/** Adds the filter options. */
export function addJobFilters<Filtered extends Command>(command: Filtered): Filtered {
  const narrowed = command
    .addOption(severalOption('--status <status>', JOB_STATUSES))
    .option('--type <name>', 'only jobs of this type, as `jobs types` shows it', readTypeName)
    .option('--platform <name>', 'only jobs for this site or service', readWord)
    .option('--account <name>', 'only jobs of this account', readWord);
  return addRunFilters(narrowed, readPriority);
}
