import type { Client, WorkflowHandle } from '@temporalio/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { DiscoverStoresResult } from '../../../domain/discovery.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { isKnownState, STATE_TAKES } from '../../../domain/state-code.ts';
import { startNoted } from '../../../ledger/note-start.ts';
import { askSummary, followProgress } from '../../../temporal-client/follow-progress.ts';
import { reasonOf } from '../../../temporal-client/reason-of.ts';
import { planDiscovery } from '../../../temporal-client/task-plans.ts';
import type { Caller } from '../../caller.ts';
import type { CliCommand } from '../../cli-command.ts';
import { readSearchScope } from '../../read-search-scope.ts';
import { waitForWork, type Interruption, type Waiting } from '../../wait-for-work.ts';
import { askedBy, withServers } from '../../with-servers.ts';
import { inSnakeCase } from '../../in-snake-case.ts';

interface DiscoverOptions {
  platform: PlatformName;
  city?: string;
  wait?: boolean;
  json?: boolean;
}

/** Adds `discover`: looks for stores, and starts a first crawl for each new one. */
export function addDiscoverCommand(
  program: CliCommand,
  onFailure: () => void,
  interruption: Interruption,
): void {
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
    .argument('[state...]', 'two letters each, such as AZ; default: those of DISCOVERY_STATES', collectStates)
    .addOption(
      new Option('--platform <name>', 'whose stores').choices(PLATFORM_NAMES).default(PLATFORM_NAMES[0]),
    )
    .option('--city <name>', 'of the one state that is given, such as Phoenix')
    .option('--wait', 'shows how far the search is until it is over; exit code 1 when a state failed')
    .option('--json', 'prints one JSON object')
    .action((states: string[], options: DiscoverOptions, command: Command) =>
      discover(states, options, { command, onFailure, interruption }),
    );
}

async function discover(
  given: string[],
  { platform, city, wait, json }: DiscoverOptions,
  { command, onFailure, interruption }: Caller & { command: Command },
): Promise<void> {
  // Without states the area has the name of the schedule's: the two are one search.
  const { area, ...searched } = readSearchScope({ states: given, city });
  await withServers(command, async (servers) => {
    const { client } = servers;
    const plan = planDiscovery({ platform, ...searched }, area);
    const { outcome, workflowId, runId } = await startNoted(servers, plan, askedBy(command));
    const isNew = outcome === 'started';
    const { states = given, areas } = searched;
    const started = { platform, states, city: areas?.[0]?.city ?? null, workflowId, isNew };
    if (json !== true) say(`${workflowId} ${isNew ? 'is started' : 'was running already'}.`);
    if (wait !== true) return json === true ? say(JSON.stringify(inSnakeCase(started))) : undefined;
    const handle: Search['handle'] = client.workflow.getHandle(workflowId, runId);
    const ended = await waitForWork(workflowId, interruption, (waiting) =>
      followSearch({ client, handle }, waiting),
    );
    if (ended === null) return;
    if ('error' in ended || ended.result.failedStates.length > 0) onFailure();
    say(
      json === true ? JSON.stringify(inSnakeCase({ ...started, ...ended })) : `${workflowId} ${tell(ended)}`,
    );
  });
}

type Ended = { result: DiscoverStoresResult } | { error: string };

interface Search {
  client: Client;
  handle: WorkflowHandle<() => Promise<DiscoverStoresResult>>;
}

async function followSearch({ client, handle }: Search, waiting: Waiting): Promise<Ended> {
  const { workflowId } = handle;
  for await (const { progress } of followProgress(client, { workflowId, ask: askSummary }, waiting))
    waiting.show(`${workflowId}: ${wordsOf(progress?.summary)}`);
  try {
    return { result: await handle.result() };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

function wordsOf(summary: string | undefined): string {
  if (summary === undefined) return 'no worker has taken it yet';
  return summary === '' ? 'searching' : summary;
}

function tell(ended: Ended): string {
  if ('error' in ended) return `did not complete: ${ended.error}`;
  const { found, promoted, rejected, chainsStarted, failedStates } = ended.result;
  const failed = failedStates.length === 0 ? '' : `; could not be searched: ${failedStates.join(', ')}`;
  return `is completed: ${found} stores, ${promoted} of them new, ${rejected} left out; ${chainsStarted} first crawls are started${failed}`;
}

function collectStates(text: string, before: string[] | undefined): string[] {
  const state = text.toUpperCase();
  if (!isKnownState(state)) throw new InvalidArgumentError(`It takes ${STATE_TAKES}.`);
  return [...(before ?? []), state];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
