import type { Client } from '@temporalio/client';
import { hasEnabled } from '../../../db/queries/named-dispensaries.ts';
import type { CrawlDueResult } from '../../../domain/crawl-due.ts';
import { SCHEDULED_PRIORITY } from '../../../temporal-config/priorities.ts';
import { startNoted } from '../../../ledger/note-start.ts';
import { planCrawlDue } from '../../../temporal-client/task-plans.ts';
import {
  endedOf,
  followChains,
  listFailedChains,
  type ChainCounts,
  type FailedChain,
} from '../../../temporal-client/follow-chains.ts';
import { askFanOut, firstRunOf, followProgress } from '../../../temporal-client/follow-progress.ts';
import { reasonOf } from '../../../temporal-client/reason-of.ts';
import { CommandFailed } from '../../command-failed.ts';
import { describeRunning } from '../fan-outs/format-fan-outs.ts';
import { askedBy, withServers } from '../../with-servers.ts';
import { waitForWork, type Waiting } from '../../wait-for-work.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import type { CrawlCall } from './crawl-call.ts';

/** Chains that failed and are named; `tasks list --status failed` has the others. */
const NAMED_MAX = 10;

/** Starts a chain for each enabled dispensary of a scope, due or not. @param scope `all`, or a two-letter state */
export async function crawlMany(scope: string, { options, command, caller }: CrawlCall): Promise<void> {
  const { wait, priority = SCHEDULED_PRIORITY, images, json } = options;
  await withServers(command, async (servers) => {
    const { client, db } = servers;
    if (!(await hasEnabled(db, scope === 'all' ? null : scope)))
      throw new CommandFailed(nothingToCrawl(scope));
    const plan = planCrawlDue({ scope, intervalHours: 0, priority, images });
    const { outcome, workflowId } = await startNoted(servers, plan, askedBy(command));
    const isNew = outcome === 'started';
    const started = { scope, workflowId, isNew };
    if (json !== true) say(isNew ? `${workflowId} is started.` : await describeRunning(client, workflowId));
    if (wait !== true) return json === true ? say(JSON.stringify(inSnakeCase(started))) : undefined;
    const ended = await waitForWork(workflowId, caller.interruption, (waiting) =>
      followAll(client, workflowId, waiting),
    );
    if (ended === null) return;
    if (ended.error !== null || ended.chains.failed + ended.chains.unconfirmed > 0) caller.onFailure();
    say(
      json === true ? JSON.stringify(inSnakeCase({ ...started, ...ended })) : `${workflowId} ${tell(ended)}`,
    );
  });
}

function nothingToCrawl(scope: string): string {
  const [of, state] = scope === 'all' ? ['', ''] : [` in ${scope}`, ` ${scope}`];
  return `There is no dispensary${of} whose crawls are enabled, so nothing was started. \`crawlchain discover${state}\` finds some.`;
}

interface Ended extends Pick<CrawlDueResult, 'started' | 'alreadyRunning'> {
  chains: ChainCounts;
  /** Chains that did not complete, the first of them where there are many. */
  failed: FailedChain[];
  /** Why the fan-out itself did not complete. */
  error: string | null;
}

/** The fan-out ends when all chains are started; they are what is waited for. */
async function followAll(client: Client, workflowId: string, waiting: Waiting): Promise<Ended> {
  const fanOut = await firstRunOf(client, workflowId);
  let progress: CrawlDueResult | null = null;
  for await (const step of followProgress(client, { workflowId, ask: askFanOut }, waiting)) {
    progress = step.progress;
    waiting.show(`${workflowId}: ${progress?.summary ?? 'no worker has taken it yet'}`);
  }
  const { result, error } = await endOf(client, { workflowId, fanOut });
  // What no worker could be asked for, the result has.
  const { started = 0, alreadyRunning: joined = 0 } = result ?? progress ?? {};
  let chains: ChainCounts = { running: 0, completed: 0, unconfirmed: 0, failed: 0 };
  for await (chains of followChains(client, { id: fanOut, started }, waiting))
    waiting.show(`${workflowId}: ${endedOf(chains)} of ${started} chains are over, ${chains.failed} failed`);
  const failed = chains.failed === 0 ? [] : await listFailedChains(client, fanOut, NAMED_MAX);
  return { started, alreadyRunning: joined, chains, failed, error };
}

/** How the fan-out of this first run ended; a later one of the same id is another. */
async function endOf(
  client: Client,
  { workflowId, fanOut }: { workflowId: string; fanOut: string },
): Promise<{ result: CrawlDueResult | null; error: string | null }> {
  const handle = client.workflow.getHandle(workflowId, undefined, { firstExecutionRunId: fanOut });
  try {
    return { result: (await handle.result()) as CrawlDueResult, error: null };
  } catch (error) {
    return { result: null, error: reasonOf(error) };
  }
}

function tell({ started, alreadyRunning: joined, chains, failed, error }: Ended): string {
  if (started + joined === 0 && error === null) return 'found no dispensary to crawl.';
  const sum = `${chains.completed} of ${started} chains completed, ${chains.failed} failed${tellDoubted(chains)}`;
  const others = joined === 0 ? '' : `; ${joined} were running already, and were not waited for`;
  const named = failed
    .map((chain) => `\n  ${withoutControls(`${chain.workflowId}: ${chain.error}`)}`)
    .join('');
  const more = chains.failed > failed.length ? `\n  and ${chains.failed - failed.length} more` : '';
  return `${error === null ? 'is over' : `did not end well (${error})`}: ${sum}${others}${named}${more}`;
}

function tellDoubted({ unconfirmed }: ChainCounts): string {
  if (unconfirmed === 0) return '';
  return `, ${unconfirmed} ended with a doubted menu, see \`crawlchain tasks list --status unconfirmed\``;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
