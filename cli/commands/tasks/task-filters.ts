import { Option, type Command } from 'commander';
import { STAGES } from '../../../domain/run-filter.ts';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import { TASK_STATUSES } from '../../../domain/task.ts';
import { WORKER_ROLES } from '../../../temporal-config/role-queues.ts';
import { severalOption } from '../../several-option.ts';
import { readStates } from '../../read-state.ts';
import { addRunFilters, readInteger } from '../../run-filters.ts';

/** Adds the filter options. */
export function addTaskFilters<Filtered extends Command>(command: Filtered): Filtered {
  const narrowed = command
    .addOption(
      new Option('--role <role>', 'product_resync is payload_fetch and product_refresh').choices(
        WORKER_ROLES,
      ),
    )
    .addOption(severalOption('--status <status>', TASK_STATUSES))
    .option('--dispensary <dispensary>', 'only tasks of this dispensary, by its id or slug')
    .addOption(new Option('--platform <name>', 'whose dispensaries').choices(PLATFORM_NAMES))
    .option('--state <codes>', 'two letters each, such as AZ or AZ,NV', readStates)
    .addOption(new Option('--stage <stage>', 'the current stage of an open chain').choices(STAGES))
    .option('--started-by <id>', 'the id of the workflow that started it, such as a fan-out');
  return addRunFilters(narrowed, readInteger);
}
