import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { formatNextTry } from '../../api/next-try.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandFailed } from '../../command-failed.ts';
import { answer, printLine, printWords } from '../../output/print.ts';
import { waitForWork } from '../../wait-for-work.ts';
import { formatRunning } from '../fan-outs/format-fan-outs.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { followFanOut, type EndedFanOut } from './follow-fan-out.ts';
import { reportFailure } from '../../process-ports.ts';

/** Starts a chain for each enabled dispensary of a scope, whether it is due or not. @param scope `all`, or a two-letter state */
export async function crawlMany(scope: string, options: CrawlOptions, command: Command): Promise<void> {
  const { wait, priority, images, json } = options;
  const state = scope === 'all' ? undefined : scope;
  await withApi(command, async (api) => {
    await requireEnabled(api, state);
    const body = { images, ...withoutUndefined({ state_code: state, priority }) };
    const fanOut = await answerOf(api.POST('/api/fan-outs', { body }));
    const { id, workflow_id, already_running: isRunning } = fanOut;
    const started = { scope, fan_out_id: id, workflow_id, is_new: !isRunning };
    if (json !== true) printWords(isRunning ? formatRunning(fanOut) : `${workflow_id} is started.`);
    if (wait !== true) return json === true ? printLine(JSON.stringify(started)) : undefined;
    const what = { name: workflow_id, shownBy: 'fan-outs list' };
    const ended = await waitForWork(what, (waiting) => followFanOut(api, fanOut, waiting));
    if (ended === null) return;
    if (ended.error !== null || ended.chains.failed + ended.chains.unconfirmed > 0) reportFailure();
    answer({ ...started, ...ended }, { json }, () => `${workflow_id} ${formatEnd(ended)}`);
  });
}

/** Checks that a scope has enabled dispensaries. @throws CommandFailed if it has none */
async function requireEnabled(api: ApiClient, state: string | undefined): Promise<void> {
  const filter = { enabled: 'true', ...withoutUndefined({ state }) } as const;
  const query = { ...filter, limit: 1 };
  const { items } = await answerOf(api.GET('/api/dispensaries', { params: { query } }));
  if (items.length > 0) return;
  const [of, word] = state === undefined ? ['', ''] : [` in ${state}`, ` ${state}`];
  throw new CommandFailed(
    `There is no dispensary${of} whose crawls are enabled, so nothing was started. \`crawlchain discover${word}\` finds some.`,
  );
}

function formatEnd({ started, already_running: joined, chains, failed: named, error }: EndedFanOut): string {
  const { completed, failed, unconfirmed } = chains;
  if (started + joined === 0 && error === null) return 'found no dispensary to crawl.';
  const doubted =
    unconfirmed === 0
      ? ''
      : `, ${unconfirmed} ended with a doubted menu, see \`crawlchain tasks list --status unconfirmed\``;
  const sum = `${completed} of ${started} chains completed, ${failed} failed${doubted}`;
  const others = joined === 0 ? '' : `; ${joined} were running already, and were not waited for`;
  const lines = named.map(
    (chain) => `\n  ${withoutControls(`${chain.workflow_id}: ${chain.error}`)}\n    ${formatNextTry(chain)}`,
  );
  const more =
    failed > named.length
      ? `\n  and ${failed - named.length} more; \`crawlchain tasks list --status failed\` shows them`
      : '';
  return `${error === null ? 'is over' : `did not end well (${error})`}: ${sum}${others}${lines.join('')}${more}`;
}
