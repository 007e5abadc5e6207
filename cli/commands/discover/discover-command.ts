import { InvalidArgumentError, Option, type Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { DiscoverStoresResult } from '../../../domain/discovery.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { isKnownState, STATE_TAKES } from '../../../domain/state-code.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import type { TaskDetail } from '../../api/follow-task.ts';
import { showStartedTask } from '../../api/show-started-task.ts';
import { withApi } from '../../api/with-api.ts';
import type { CliCommand } from '../../cli-command.ts';
import { readSearchScope } from '../../read-search-scope.ts';

interface DiscoverOptions {
  platform: PlatformName;
  city?: string;
  wait?: boolean;
  json?: boolean;
}

/** Adds `discover`, which searches for stores and starts a first crawl for each new one. */
export function addDiscoverCommand(program: CliCommand): void {
  program
    .command('discover')
    .description('Looks for stores, and starts a first crawl for each new one.')
    .effect('changes')
    .examples(
      'crawlchain discover --wait',
      'crawlchain discover AZ CA',
      'crawlchain discover AZ --city Phoenix',
      'crawlchain discover AZ --platform blaze',
    )
    .argument(
      '[state...]',
      'the states to search, two letters each, such as AZ; default: DISCOVERY_STATES of the API',
      collectStates,
    )
    .addOption(
      new Option('--platform <name>', 'whose stores').choices(PLATFORM_NAMES).default(PLATFORM_NAMES[0]),
    )
    .option('--city <name>', 'searches only this city of the given state, such as Phoenix')
    .option('--wait', 'shows the progress until the end; exit code 1 when the search of a state failed')
    .viaApi()
    .action(discover);
}

async function discover(
  states: string[],
  { platform, city: given, ...options }: DiscoverOptions,
  command: Command,
): Promise<void> {
  const [area] = readSearchScope({ states, city: given }).areas ?? [];
  const { city } = area ?? {};
  const body = {
    role: 'store_discovery',
    platform,
    ...withoutUndefined({ state_codes: states.length === 0 ? undefined : states, city }),
  } as const;
  await withApi(command, async (api) => {
    const { id, workflow_id, already_running } = await answerOf(api.POST('/api/tasks', { body }));
    const started = {
      platform,
      states,
      city: city ?? null,
      task_id: id,
      workflow_id,
      is_new: !already_running,
    };
    await showStartedTask(api, started, { options, formatEnd, isGood });
  });
}

function isGood({ status, outcome }: TaskDetail): boolean {
  return status === 'completed' && resultOf(outcome).failedStates.length === 0;
}

function formatEnd({ outcome }: TaskDetail): string {
  // The outcome is unknown if Temporal does not answer any more.
  if (outcome === null) return 'is completed';
  const { found, promoted, rejected, chainsStarted, failedStates } = resultOf(outcome);
  const failed = failedStates.length === 0 ? '' : `; could not be searched: ${failedStates.join(', ')}`;
  return `is completed: ${found} stores, ${promoted} of them new, ${rejected} left out; ${chainsStarted} first crawls are started${failed}`;
}

function resultOf(outcome: TaskDetail['outcome']): DiscoverStoresResult {
  return { failedStates: [], ...outcome } as unknown as DiscoverStoresResult;
}

function collectStates(text: string, before: string[] | undefined): string[] {
  const state = text.toUpperCase();
  if (!isKnownState(state)) throw new InvalidArgumentError(`It takes ${STATE_TAKES}.`);
  return [...new Set([...(before ?? []), state])];
}
