import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { filtersOf } from '../../api/filters-of.ts';
import { formatAway, unlessAway } from '../../api/unless-away.ts';
import { withApi } from '../../api/with-api.ts';
import { canConfirm, confirm } from '../../output/confirm.ts';
import { answer, printLine } from '../../output/print.ts';
import { waitForWork, type Waiting } from '../../wait-for-work.ts';
import { formatBulkAction, formatCount, formatSkips } from './format-bulk.ts';
import { reportFailure } from '../../process-ports.ts';

/** The options of commands such as `bulk cancel tasks`, besides the filter. */
export interface StartOptions {
  dryRun?: true;
  expectedCount?: number;
  yes?: true;
  wait?: true;
  json?: true;
}

type BulkRequest = Schemas['NewBulkAction'];

/** Starts a bulk action on the runs that the options select, or prints what it would change. */
export async function startBulk(
  wanted: Pick<BulkRequest, 'action' | 'of'>,
  options: StartOptions,
  command: Command,
): Promise<void> {
  await withApi(command, async (api) => {
    const { dryRun, expectedCount } = options;
    const body: BulkRequest = {
      ...wanted,
      dry_run: dryRun === true,
      ...withoutUndefined({ expected_count: expectedCount }),
      filter: await filtersOf(options, api),
    };
    const isAsked = options.yes !== true && !body.dry_run && canConfirm();
    const confirmed = isAsked ? await confirmCount(api, body) : body;
    const begun = await answerOf(api.POST('/api/bulk-actions', { body: confirmed }));
    if (!('id' in begun)) return showForeseen(body, begun, options);
    if (options.json !== true)
      process.stdout.write(
        `${begun.id} is started, with ${formatCount(body.of, begun)}.\n${formatSkips(begun)}`,
      );
    await showEnd(api, begun, options);
  });
}

/**
 * Counts the runs that match, and asks a person whether to start the action. Returns the request with the count, unless there were
 * too many to count: if the number has changed by more than a tenth meanwhile, the API refuses the request.
 */
async function confirmCount(api: ApiClient, body: BulkRequest): Promise<BulkRequest> {
  const dryRun = { ...body, dry_run: true };
  const foreseen = await answerOf(api.POST('/api/bulk-actions', { body: dryRun }));
  await confirm(`${body.action[0]!.toUpperCase()}${body.action.slice(1)} ${formatCount(body.of, foreseen)}?`);
  return foreseen.has_more ? body : { expected_count: foreseen.count, ...body };
}

function showForeseen(
  { of }: BulkRequest,
  foreseen: Schemas['ForeseenBulkAction'],
  options: StartOptions,
): void {
  const { count, has_more: hasMore, sample_ids: ids } = foreseen;
  const heading = hasMore || count > ids.length ? `The first ${ids.length}:\n` : '';
  const samples = `${heading}${ids.map((id) => `${id}\n`).join('')}`;
  answer(
    foreseen,
    options,
    () =>
      `The filter matches ${formatCount(of, foreseen)}. Nothing was started.\n${formatSkips(foreseen)}${samples}`,
  );
}

async function showEnd(
  api: ApiClient,
  started: Schemas['StartedBulkAction'],
  { wait, json }: StartOptions,
): Promise<void> {
  const { id } = started;
  if (wait !== true) {
    if (json === true) printLine(JSON.stringify(started));
    return;
  }
  const what = { name: id, shownBy: `bulk show ${id}` };
  const ended = await waitForWork(what, (waiting) => follow(api, id, waiting));
  if (ended === null) return;
  if (ended.status !== 'completed' || ended.failed > 0) reportFailure();
  answer(ended, { json }, formatBulkAction);
}

async function follow(
  api: ApiClient,
  id: string,
  { signal, show, everyMs }: Waiting,
): Promise<Schemas['BulkAction']> {
  const parameters = { path: { id } };
  for (;;) {
    signal.throwIfAborted();
    const found = await unlessAway(
      answerOf(api.GET('/api/bulk-actions/{id}', { params: parameters, signal })),
      signal,
    );
    if (typeof found === 'string') show(formatAway(id, found));
    else if (found.completed_at !== null) return found;
    else show(`${id}: ${found.progress_message ?? found.status}`);
    await sleep(everyMs, undefined, { signal });
  }
}
