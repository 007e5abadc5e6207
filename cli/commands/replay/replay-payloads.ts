import type { Command } from 'commander';
import pLimit from 'p-limit';
import type { paths } from '../../../api-client/api-types.ts';
import { answerOf, ApiProblem, type Answered } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import type { RefreshFromPayloadResult } from '../../../domain/crawl-run.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { followTask } from '../../api/follow-task.ts';
import { whenAdmitted } from '../../api/when-admitted.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandFailed } from '../../command-failed.ts';
import { CommandRefused } from '../../command-refused.ts';
import { timeOf } from '../../output/format-time.ts';
import { answer, printLine } from '../../output/print.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { waitForWork, type Waiting } from '../../wait-for-work.ts';
import { reportFailure } from '../../process-ports.ts';

const PAGE_SIZE = 200;

/** How many dispensaries are replayed concurrently; the payloads of one dispensary are replayed in order. */
const AT_ONCE = 4;

/** The progress of an ingest is shown if it takes longer than this; with a free worker it takes a second or two. */
const SOON_MS = 2_000;

const DAY_MS = 86_400_000;

/** The options of `replay`. */
export interface ReplayOptions {
  dispensary?: number[];
  state?: string;
  from?: Date;
  to?: Date;
  dryRun?: boolean;
  json?: boolean;
}

type Payload = Schemas['ReplayablePayload'];
type Range = NonNullable<paths['/api/payloads/replay']['get']['parameters']['query']>;

/** Ingests payloads again, or prints what that would change. */
export async function replay(options: ReplayOptions, command: Command): Promise<void> {
  const { dispensary = [], dryRun, json } = options;
  const range = rangeOf(options);
  await withApi(command, async (api) => {
    for (const id of dispensary)
      await answerOf(api.GET('/api/dispensaries/{id}', { params: { path: { id } } }));
    const print = (report: ReplayReport) => printReport(report, json === true);
    const done =
      dryRun === true
        ? await forEachPayload(api, range, async (payload) => print(await preview(api, payload)))
        : await waitForWork('an ingest that has started', async (waiting) => {
            const { signal } = waiting;
            const ended = await forEachPayload(api, range, async (payload) => {
              signal.throwIfAborted();
              print(await ingest(api, payload, waiting));
            });
            signal.throwIfAborted();
            return ended;
          });
    if (done === null) return;
    if (json !== true) printLine(formatDone(done));
    if (done.failed > 0) reportFailure();
    if (done.stopped !== null) throw done.stopped.because;
  });
}

function formatDone({ count, failed, stopped, leftOut }: Done): string {
  const unusable = leftOut.map(({ reason, count: of }) => `${of} ${reason}`).join(', ');
  return [
    `payloads: ${count}${failed === 0 ? '' : `, failed: ${failed}`}`,
    ...(unusable === '' ? [] : [`left out: ${unusable}`]),
    ...(stopped === null ? [] : ['stopped early: no further payload was begun']),
  ].join('; ');
}

function rangeOf({ dispensary, state, from, to }: ReplayOptions): Range {
  if (from !== undefined && to !== undefined && from > to)
    throw new CommandRefused(
      `--from ${from.toISOString().slice(0, 10)} is after --to ${to.toISOString().slice(0, 10)}.`,
    );
  return withoutUndefined({
    dispensary_ids: dispensary?.join(','),
    state,
    since: from?.toISOString(),
    until: to === undefined ? undefined : new Date(to.getTime() + DAY_MS).toISOString(),
  });
}

interface Done {
  /** The payloads that were begun. */
  count: number;
  failed: number;
  /** The failure that stops the replay, such as an outage; null: it went to the end. */
  stopped: { because: unknown } | null;
  leftOut: { reason: string; count: number }[];
}

/**
 * Runs `work` for the payloads of a range, with several dispensaries concurrently. After a failure of a payload, the others go on.
 * After any other failure, such as an outage, no payload is begun any more, and those that were begun are finished.
 */
async function forEachPayload(
  api: ApiClient,
  range: Range,
  work: (payload: Payload) => Promise<void>,
): Promise<Done> {
  const limit = pLimit(AT_ONCE);
  const done: Done = { count: 0, failed: 0, stopped: null, leftOut: [] };
  const run = async (payload: Payload): Promise<void> => {
    if (done.stopped !== null) return;
    done.count += 1;
    try {
      await work(payload);
    } catch (error) {
      done.failed += 1;
      if (!isOfPayload(error)) done.stopped ??= { because: error };
      const { name, message } = error as Error;
      // Ctrl-C is no failure of the payload.
      if (name !== 'AbortError') process.stderr.write(`payload ${payload.id}: ${withoutControls(message)}\n`);
    }
  };
  for (let cursor: string | null = ''; cursor !== null && done.stopped === null;) {
    const query: Range = { ...range, limit: PAGE_SIZE, cursor };
    const page = await whenAdmitted(() => answerOf(api.GET('/api/payloads/replay', { params: { query } })));
    const byDispensary = Object.values(Object.groupBy(page.items, ({ dispensary_id: id }) => id));
    // A page is finished before the next one begins, so the payloads of a dispensary keep their order across pages.
    await limit.map(byDispensary, async (payloads = []) => {
      for (const payload of payloads) await run(payload);
    });
    done.leftOut = page.left_out;
    cursor = page.next_cursor;
  }
  return done;
}

/** Whether a failure says nothing about other payloads: the API refused this one, or its ingest failed. */
function isOfPayload(error: unknown): boolean {
  if (error instanceof CommandFailed) return true;
  return error instanceof ApiProblem && (error.status === 404 || error.status === 409);
}

type ReplayReport = Payload & { products: number } & (
    | { is_newest: boolean }
    | { diff: Schemas['ReplayPreview']['details'] }
  );

async function preview(api: ApiClient, payload: Payload): Promise<ReplayReport> {
  const path = { id: payload.id };
  const { product_count: products, details: diff } = await whenAdmitted(() =>
    answerOf(
      // The client's types leave out fields that are always null.
      api.GET('/api/payloads/{id}/replay', { params: { path } }) as Promise<
        Answered<Schemas['ReplayPreview']>
      >,
    ),
  );
  return { ...payload, products, diff };
}

async function ingest(api: ApiClient, payload: Payload, waiting: Waiting): Promise<ReplayReport> {
  const parameters = { path: { id: payload.id } };
  const started = await whenAdmitted(() =>
    answerOf(api.POST('/api/payloads/{id}/refresh', { params: parameters })),
  );
  const startedAtMs = performance.now();
  const show = (text: string): void => {
    if (performance.now() - startedAtMs > SOON_MS) waiting.show(text);
  };
  const ended = await followTask(api, started, { ...waiting, show });
  if (ended.status !== 'completed')
    throw new CommandFailed(ended.error_message ?? `its ingest is ${ended.status}`);
  const { counts, isNewest } = ended.outcome as unknown as RefreshFromPayloadResult;
  return { ...payload, products: counts.products, is_newest: isNewest };
}

function printReport(report: ReplayReport, json: boolean): void {
  const { id, dispensary_id: dispensary, fetched_at: at } = report;
  answer(inSnakeCase(report), { json }, () => {
    const text = 'diff' in report ? describeDiff(report.diff) : describeResult(report);
    return `payload ${id} of dispensary ${dispensary}, ${timeOf(at)}: ${text}`;
  });
}

function describeDiff(diff: Schemas['ReplayPreview']['details']): string {
  const counts = Object.entries({
    added: diff.added,
    removed: diff.removed,
    'price changes': diff.priceChanges,
    'stock changes': diff.stockChanges,
    'products with other totals': diff.totals,
  }).flatMap(([name, changes]) => (changes.length === 0 ? [] : [`${name}: ${changes.length}`]));
  return counts.join(', ') || 'as it is';
}

function describeResult({ is_newest: isNewest, products }: { is_newest: boolean; products: number }): string {
  return `${products} products, ${isNewest ? 'the current state and its snapshots' : 'only the snapshots: a newer payload is ingested'}`;
}
