import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { CrawlDispensaryResult } from '../../../domain/crawl-run.ts';
import { describeDoubt } from '../../../domain/unconfirmed.ts';
import { URGENT_PRIORITY } from '../../../temporal-config/priorities.ts';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import type { TaskDetail } from '../../api/follow-task.ts';
import { showStartedTask } from '../../api/show-started-task.ts';
import { withApi } from '../../api/with-api.ts';
import type { CrawlOptions } from './crawl-options.ts';

const TAKES = 'an id or a slug of `dispensaries list`, a state such as AZ, or all';

/**
 * Starts the chain of a dispensary.
 * @throws CommandRefused if there is no such dispensary, or its crawls are disabled
 */
export async function crawlOne(word: string, options: CrawlOptions, command: Command): Promise<void> {
  const { priority = URGENT_PRIORITY, images } = options;
  await withApi(command, async (api) => {
    const { id } = await findApiDispensary(api, word, TAKES);
    const parameters = { path: { id } };
    const { task_id, workflow_id, already_running } = await answerOf(
      api.POST('/api/dispensaries/{id}/crawl', { params: parameters, body: { priority, images } }),
    );
    const started = { dispensary_id: id, task_id, workflow_id, is_new: !already_running };
    const isGood = ({ status }: TaskDetail): boolean => status === 'completed';
    await showStartedTask(api, started, { options, formatEnd, isGood });
  });
}

function formatEnd({ status, outcome }: TaskDetail): string {
  // The outcome is unknown if Temporal does not answer any more.
  if (outcome === null) return `is ${status}`;
  const { counts, images, payloadId, unconfirmed, confirmed } = outcome as unknown as CrawlDispensaryResult;
  if (unconfirmed !== undefined)
    return `ended with payload ${payloadId} ${describeDoubt(unconfirmed)}, see \`crawlchain quarantine list\``;
  const doubt =
    confirmed === undefined
      ? ''
      : ` (was doubted: ${confirmed.faults.join(', ')}; confirmed by ${CONFIRMED_BY_WORDS[confirmed.by]})`;
  const { products, inStock, added, missed } = counts;
  const pictures =
    images === null
      ? ''
      : `; ${images.downloaded} ${images.downloaded === 1 ? 'picture' : 'pictures'}, ${images.failed} failed`;
  return `is completed, with payload ${payloadId}${doubt}: ${products} products, ${inStock} in stock, ${added} new, ${missed} missing${pictures}`;
}

const CONFIRMED_BY_WORDS = {
  time: 'a later look',
  refetch: 'a fetch through another proxy',
  person: 'a person',
} as const;
