import type { Client } from '@temporalio/client';
import { InvalidArgumentError, type Command } from 'commander';
import pLimit from 'p-limit';
import { readStoredProducts } from '../../../payloads/read-stored-products.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { storageSettings } from '../../../config/storage-settings.ts';
import { loadDispensary } from '../../../db/queries/dispensaries.ts';
import { withIdsOfToday } from '../../../db/queries/link-products.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import {
  countUnusable,
  findPayloadsInRange,
  loadSnapshotMenu,
  type PayloadRange,
  type RangedPayload,
} from '../../../db/queries/replay.ts';
import { diffMenus, type MenuDiff } from '../../../domain/diff-menus.ts';
import { diffTotals, type TotalsChange } from '../../../domain/diff-totals.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { startRefresh } from '../../../temporal-client/crawl-control.ts';
import type { Caller } from '../../caller.ts';
import { unlessDryRun, type CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase, type CommandTools } from '../../open-database.ts';
import { readNumber } from '../../read-number.ts';
import { readState } from '../../read-state.ts';
import { waitForWork, type Interruption, type Waiting } from '../../wait-for-work.ts';
import { withTemporal } from '../../open-temporal.ts';
import { inSnakeCase } from '../../in-snake-case.ts';

const PAGE_SIZE = 200;

/** Dispensaries whose payloads are brought in beside each other; of one, they go one after the other. */
const AT_ONCE = 4;

interface ReplayOptions {
  dispensary?: number[];
  state?: string;
  from?: Date;
  to?: Date;
  dryRun?: boolean;
  json?: boolean;
}

/** Adds `replay`: stored payloads are ingested again, with the rules of today. */
export function addReplayCommand(
  program: CliCommand,
  onFailure: () => void,
  interruption: Interruption,
): void {
  program
    .command('replay')
    .description(
      'Ingests stored payloads again, with the rules of today; of each dispensary from the oldest on.',
    )
    .effect(unlessDryRun)
    .examples(
      'crawlchain replay --dry-run --state AZ',
      'crawlchain replay --dispensary 1 2 --from 2026-03-01 --to 2026-03-31',
    )
    .option('--dispensary <id...>', 'of these dispensaries only', collectIds)
    .option('--state <code>', 'of dispensaries of this state only', readState)
    .option('--from <day>', 'fetched on this day or later (UTC)', day)
    .option('--to <day>', 'fetched on this day or earlier (UTC)', day)
    .option('--dry-run', 'says what would change, and changes nothing')
    .option('--json', 'one JSON object a payload and line')
    .action((options: ReplayOptions, command: Command) =>
      replay(options, command, { onFailure, interruption }),
    );
}

async function replay(
  options: ReplayOptions,
  command: Command,
  { onFailure, interruption }: Caller,
): Promise<void> {
  const range = rangeOf(options);
  const say = (report: ReplayReport): void => tell(report, options.json === true);
  let failed = 0;
  // One that cannot be read does not keep the others from being brought in.
  const patiently =
    (work: (payload: RangedPayload) => Promise<void>) =>
    async (payload: RangedPayload): Promise<void> => {
      try {
        await work(payload);
      } catch (error) {
        failed += 1;
        process.stderr.write(`payload ${payload.id}: ${wordsOf(error)}\n`);
      }
    };
  const done = await withDatabase(command, async (tools) => {
    for (const id of range.dispensaryIds ?? []) await requireDispensary(tools, id);
    const count =
      options.dryRun === true
        ? await compareAll(tools, range, { say, patiently })
        : await waitForWork('what is started already', interruption, (waiting) =>
            withTemporal(
              command,
              (client) => ingestAll({ ...tools, client }, range, { say, patiently, waiting }),
              tools,
            ),
          );
    return count === null ? null : { count, unusable: await countUnusable(tools.db, range) };
  });
  if (done === null) return;
  const { count, unusable } = done;
  if (options.json !== true)
    process.stdout.write(
      `payloads: ${count}${failed === 0 ? '' : `, failed: ${failed}`}${describeUnusable(unusable)}\n`,
    );
  if (failed > 0) onFailure();
}

function rangeOf({ dispensary, state, from, to }: ReplayOptions): PayloadRange {
  if (from !== undefined && to !== undefined && from > to)
    throw new CommandRefused(
      `--from ${from.toISOString().slice(0, 10)} is after --to ${to.toISOString().slice(0, 10)}.`,
    );
  return {
    dispensaryIds: dispensary ?? null,
    stateCode: state ?? null,
    from: from ?? null,
    before: to === undefined ? null : new Date(to.getTime() + 86_400_000),
  };
}

async function requireDispensary({ db }: Pick<CommandTools, 'db'>, id: number): Promise<void> {
  if ((await loadDispensary(db, id)) === null) throw new CommandRefused(`There is no dispensary ${id}.`);
}

function describeUnusable(unusable: { reason: string; count: number }[]): string {
  if (unusable.length === 0) return '';
  return `; left out: ${unusable.map(({ reason, count }) => `${count} ${reason}`).join(', ')}`;
}

/** What is behind a workflow's failure says more than that it failed. */
function wordsOf(error: unknown): string {
  const deepest = error instanceof Error && error.cause instanceof Error ? wordsOf(error.cause) : null;
  return deepest ?? (error instanceof Error ? error.message : String(error));
}

type ReplayReport = RangedPayload &
  ({ isNewest: boolean; products: number } | { diff: ReplayDiff; products: number });

/** What ingesting a payload again would change of its snapshots. */
type ReplayDiff = MenuDiff & { totals: TotalsChange[] };

interface Reporting {
  say: (report: ReplayReport) => void;
  patiently: (work: (payload: RangedPayload) => Promise<void>) => (payload: RangedPayload) => Promise<void>;
}

/** An ingest takes a second or two where a worker is at hand. */
const SOON_MS = 5_000;

async function ingestAll(
  { db, client }: Pick<CommandTools, 'db'> & { client: Client },
  range: PayloadRange,
  { say, patiently, waiting }: Reporting & { waiting: Waiting },
): Promise<number> {
  const { signal, show } = waiting;
  const ingest = patiently(async (payload) => {
    const dispensary = await loadDispensary(db, payload.dispensaryId);
    const { handle } = await startRefresh(client, { payloadId: payload.id, dispensary });
    const late = setTimeout(
      () => show(`${handle.workflowId} (payload ${payload.id}) is not done yet; without a worker it waits`),
      SOON_MS,
    );
    try {
      const { counts, isNewest } = await client.withAbortSignal(signal, () => handle.result());
      say({ ...payload, isNewest, products: counts.products });
    } catch (error) {
      // It goes on, and is no failure.
      if (!signal.aborted) throw error;
    } finally {
      clearTimeout(late);
    }
  });
  return forEachDispensary({ db }, range, async (payload) => {
    signal.throwIfAborted();
    await ingest(payload);
    signal.throwIfAborted();
  });
}

async function compareAll(
  { db, environment }: CommandTools,
  range: PayloadRange,
  { say, patiently }: Reporting,
): Promise<number> {
  const platforms = createPlatformRegistry(platformSettings(environment));
  const payloadFiles = createPayloadFiles(storageSettings(environment));
  return forEachDispensary(
    { db },
    range,
    patiently(async (ranged) => {
      const payload = await loadPayload(db, ranged.id);
      const rawProducts = await readStoredProducts(payloadFiles, payload);
      const menu = normalizeMenu(platforms[payload.platform], rawProducts);
      // Snapshots have the ids of today.
      const products = await withIdsOfToday(db, payload, menu.products);
      const before = await loadSnapshotMenu(db, ranged.id);
      const diff = { ...diffMenus(before, products), totals: diffTotals(before, products) };
      say({ ...ranged, products: products.length, diff });
    }),
  );
}

/** @returns how many payloads there were */
async function forEachDispensary(
  { db }: Pick<CommandTools, 'db'>,
  range: PayloadRange,
  work: (payload: RangedPayload) => Promise<void>,
): Promise<number> {
  const limit = pLimit(AT_ONCE);
  let count = 0;
  let after: RangedPayload | null = null;
  for (;;) {
    const page: RangedPayload[] = await findPayloadsInRange(db, range, { after, limit: PAGE_SIZE });
    const byDispensary = Object.values(Object.groupBy(page, ({ dispensaryId }) => dispensaryId));
    // A page ends before the next begins, so a dispensary that goes on in it keeps its order.
    await Promise.all(
      byDispensary.map((payloads) =>
        limit(async () => {
          for (const payload of payloads ?? []) await work(payload);
        }),
      ),
    );
    count += page.length;
    after = page.at(-1) ?? null;
    if (page.length < PAGE_SIZE) return count;
  }
}

function tell(report: ReplayReport, asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(inSnakeCase(report))}\n`);
    return;
  }
  const name = `payload ${report.id} of dispensary ${report.dispensaryId}, ${report.fetchedAt.toISOString()}`;
  const words = 'diff' in report ? describeDiff(report.diff) : describeResult(report);
  process.stdout.write(`${name}: ${words}\n`);
}

function describeDiff({ added, removed, priceChanges, stockChanges, totals }: ReplayDiff): string {
  const counts = Object.entries({
    added,
    removed,
    'price changes': priceChanges,
    'stock changes': stockChanges,
    'products with other totals': totals,
  }).flatMap(([name, changes]) => (changes.length === 0 ? [] : [`${name}: ${changes.length}`]));
  return counts.join(', ') || 'as it is';
}

function describeResult({ isNewest, products }: { isNewest: boolean; products: number }): string {
  return `${products} products, ${isNewest ? 'the current state and its snapshots' : 'snapshots alone: a newer one is in'}`;
}

function collectIds(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), readNumber(text, 'ids of dispensaries')];
}

function day(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`);
  // A day that does not exist, such as February 30, becomes another one, or none.
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(text) ||
    Number.isNaN(date.getTime()) ||
    !date.toISOString().startsWith(text)
  )
    throw new InvalidArgumentError('It takes a day, such as 2026-03-31.');
  return date;
}
