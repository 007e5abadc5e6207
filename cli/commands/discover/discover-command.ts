import type { Client, WorkflowHandle } from '@temporalio/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readEnvironment } from '../../../config/environment.ts';
import type { DiscoverStoresResult } from '../../../domain/discovery.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { isKnownState } from '../../../domain/state-code.ts';
import { startDiscovery } from '../../../temporal-client/crawl-control.ts';
import { askSummary, followProgress } from '../../../temporal-client/follow-progress.ts';
import { reasonOf } from '../../../temporal-client/reason-of.ts';
import { discoveryArea } from '../../../temporal-config/workflow-ids.ts';
import type { Caller } from '../../caller.ts';
import { withTemporal } from '../../open-temporal.ts';
import { waitForWork, type Interruption, type Waiting } from '../../wait-for-work.ts';
import { inSnakeCase } from '../../in-snake-case.ts';

interface DiscoverOptions {
  platform: PlatformName;
  wait?: boolean;
  json?: boolean;
}

/** Adds `discover`: looks for stores, and starts a first crawl for each new one. */
export function addDiscoverCommand(
  program: Command,
  onFailure: () => void,
  interruption: Interruption,
): void {
  program
    .command('discover')
    .description('Looks for stores, and starts a first crawl for each new one.')
    .argument('[state...]', 'two letters each, such as AZ; default: those of DISCOVERY_STATES', collectStates)
    .addOption(
      new Option('--platform <name>', 'whose stores').choices(PLATFORM_NAMES).default(PLATFORM_NAMES[0]),
    )
    .option('--wait', 'shows how far the search is until it is over; exit code 1 when a state failed')
    .option('--json', 'prints one JSON object')
    .action((states: string[], options: DiscoverOptions, command: Command) =>
      discover(states, options, { command, onFailure, interruption }),
    );
}

async function discover(
  given: string[],
  { platform, wait, json }: DiscoverOptions,
  { command, onFailure, interruption }: Caller & { command: Command },
): Promise<void> {
  const states = given.length > 0 ? given : readEnvironment().DISCOVERY_STATES;
  // The schedule's area has the same name: the two are one search.
  const area = given.length > 0 ? discoveryArea(given) : 'all';
  await withTemporal(command, async (client) => {
    const search = await startDiscovery(client, { platform, states }, area);
    const { workflowId } = search.handle;
    const started = { platform, states, workflowId, isNew: search.isNew };
    if (json !== true) say(`${workflowId} ${search.isNew ? 'is started' : 'was running already'}.`);
    if (wait !== true) return json === true ? say(JSON.stringify(inSnakeCase(started))) : undefined;
    const ended = await waitForWork(workflowId, interruption, (waiting) =>
      followSearch({ client, handle: search.handle }, waiting),
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
  if (!isKnownState(state))
    throw new InvalidArgumentError('It takes the two letters of a state or province, such as AZ.');
  return [...(before ?? []), state];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
