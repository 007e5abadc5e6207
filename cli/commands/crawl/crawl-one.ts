import type { WorkflowHandle, Client } from '@temporalio/client';
import type { CrawlDispensaryResult } from '../../../domain/crawl-run.ts';
import { tellDoubt } from '../../../domain/unconfirmed.ts';
import { URGENT_PRIORITY } from '../../../temporal-config/priorities.ts';
import {
  askCrawl,
  followProgress,
  type Step,
  type WorkStatus,
} from '../../../temporal-client/follow-progress.ts';
import { reasonOf } from '../../../temporal-client/reason-of.ts';
import { CommandRefused } from '../../command-refused.ts';
import { findDispensary } from '../../find-dispensary.ts';
import { waitForWork, type Waiting } from '../../wait-for-work.ts';
import { askedBy, withServers } from '../../with-servers.ts';
import type { CrawlCall } from './crawl-call.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { startNoted } from '../../../ledger/note-start.ts';
import { planCrawl } from '../../../temporal-client/task-plans.ts';

/**
 * Starts the chain of a dispensary.
 * @throws CommandRefused when there is no such dispensary, or it is not to be crawled
 */
export async function crawlOne(word: string, { options, command, caller }: CrawlCall): Promise<void> {
  const { wait, priority = URGENT_PRIORITY, images, json } = options;
  await withServers(command, async (servers) => {
    const { client, db } = servers;
    const dispensary = await findDispensary(
      db,
      word,
      'an id or a slug of `dispensaries list`, a state such as AZ, or all',
    );
    if (!dispensary.crawlEnabled)
      throw new CommandRefused(
        `Dispensary ${dispensary.id} (${dispensary.name}) is not to be crawled: its crawl_enabled is false.`,
      );
    const plan = planCrawl(dispensary, { priority, images });
    const { outcome, workflowId, runId } = await startNoted(servers, plan, askedBy(command));
    const isNew = outcome === 'started';
    const started = { dispensaryId: dispensary.id, workflowId, isNew };
    if (json !== true) say(`${workflowId} ${isNew ? 'is started' : 'was running already'}.`);
    if (wait !== true) return json === true ? say(JSON.stringify(inSnakeCase(started))) : undefined;
    const handle: Chain['handle'] = client.workflow.getHandle(workflowId, runId);
    const ended = await waitForWork(workflowId, caller.interruption, (waiting) =>
      followCrawl({ client, handle }, waiting),
    );
    if (ended === null) return;
    if (ended.status !== 'completed') caller.onFailure();
    say(
      json === true ? JSON.stringify(inSnakeCase({ ...started, ...ended })) : `${workflowId} ${tell(ended)}`,
    );
  });
}

/** How a chain has ended. */
type Ended =
  | { status: 'completed' | 'unconfirmed'; result: CrawlDispensaryResult }
  | { status: Exclude<WorkStatus, 'completed'>; error: string };

interface Chain {
  client: Client;
  handle: WorkflowHandle<() => Promise<CrawlDispensaryResult>>;
}

async function followCrawl({ client, handle }: Chain, waiting: Waiting): Promise<Ended> {
  const { workflowId } = handle;
  let status: WorkStatus = 'running';
  for await (const step of followProgress(client, { workflowId, ask: askCrawl }, waiting)) {
    status = step.status;
    waiting.show(
      `${workflowId}: ${step.progress?.summary ?? 'no worker has taken it yet'}${tellTrouble(step)}`,
    );
  }
  try {
    const result = await handle.result();
    return { status: result.unconfirmed === undefined ? 'completed' : 'unconfirmed', result };
  } catch (error) {
    return { status: status === 'completed' ? 'failed' : status, error: reasonOf(error) };
  }
}

function tellTrouble({ trouble }: Pick<Step<unknown>, 'trouble'>): string {
  if (trouble === null) return '';
  const { message, nextAttemptAt } = trouble;
  const again =
    nextAttemptAt === null ? 'tried again' : `tried again at ${nextAttemptAt.toISOString().slice(11, 19)}Z`;
  return `; ${again}, since: ${message}`;
}

function tell(ended: Ended): string {
  if ('error' in ended) return `is ${ended.status}: ${ended.error}`;
  const { counts, images, payloadId, unconfirmed, confirmed } = ended.result;
  if (unconfirmed !== undefined)
    return `ended with payload ${payloadId} ${tellDoubt(unconfirmed)}, see \`crawlchain quarantine list\``;
  const doubt =
    confirmed === undefined
      ? ''
      : ` (was doubted: ${confirmed.faults.join(', ')}; confirmed by ${CONFIRMED_BY_WORDS[confirmed.by]})`;
  const { products, inStock, added, missed } = counts;
  const pictures = images === null ? '' : `; ${images.downloaded} pictures, ${images.failed} failed`;
  return `is completed, with payload ${payloadId}${doubt}: ${products} products, ${inStock} in stock, ${added} new, ${missed} missing${pictures}`;
}

const CONFIRMED_BY_WORDS = {
  time: 'a later look',
  refetch: 'a look through another proxy',
  person: 'a person',
} as const;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
