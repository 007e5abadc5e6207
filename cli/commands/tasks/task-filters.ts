import { Option, type Command } from 'commander';
import type { ApiClient } from '../../../api-client/create-api-client.ts';
import type { paths } from '../../../api-client/api-types.ts';
import { STAGES, type Stage } from '../../../domain/run-filter.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../domain/task.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { WORKER_ROLES } from '../../../temporal-config/role-queues.ts';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import { severalOption } from '../../several-option.ts';
import { readStates } from '../../read-state.ts';
import { addRunFilters, readInteger, runQueryOf, type RunFilterOptions } from '../../run-filters.ts';

type TaskQuery = NonNullable<paths['/api/tasks/counts']['get']['parameters']['query']>;

/** The filter options of a list of tasks. */
export interface FilterOptions extends RunFilterOptions {
  role?: NonNullable<TaskQuery['role']>;
  status?: TaskStatus[];
  /** An id or a slug. */
  dispensary?: string;
  platform?: PlatformName;
  state?: string;
  stage?: Stage;
  startedBy?: string;
}

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

/** Converts the options to the query of the API's list. @throws CommandRefused if no task can match */
export async function readQuery(api: ApiClient, options: FilterOptions): Promise<TaskQuery> {
  const { role, status, platform, state, stage, startedBy, dispensary } = options;
  const query = withoutUndefined({
    ...runQueryOf(options),
    role,
    status: status?.join(','),
    platform,
    state,
    stage,
    started_by: startedBy,
  });
  if (dispensary === undefined) return query;
  return { ...query, dispensary_id: (await findApiDispensary(api, dispensary)).id };
}
