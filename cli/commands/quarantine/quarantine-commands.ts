import { InvalidArgumentError, Option, type Command } from 'commander';
import { storageSettings } from '../../../config/storage-settings.ts';
import { loadDispensary } from '../../../db/queries/dispensaries.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { decideQuarantined, listQuarantined } from '../../../db/queries/quarantine.ts';
import { describeSamples } from '../../../domain/belief/describe-samples.ts';
import type { Suspicion } from '../../../domain/belief/suspicion.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { isElsewhere, readStoredProducts } from '../../../payloads/read-stored-products.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatTable } from '../../format-table.ts';
import { withDatabase } from '../../open-database.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { osUser } from '../../os-user.ts';
import { readNumber } from '../../read-number.ts';
import { reasonOption } from '../../reason-option.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { askedBy, withServers } from '../../with-servers.ts';
import { startNoted } from '../../../ledger/note-start.ts';
import { planRefresh } from '../../../temporal-client/task-plans.ts';
import type { RefreshFromPayloadResult } from '../../../domain/crawl-run.ts';

const LISTED_MAX = 500;

/** Adds `quarantine`: menus that were not believed, and what a person decides about them. */
export function addQuarantineCommands(program: CliCommand): void {
  const quarantine = program
    .command('quarantine')
    .description('Menus that were fetched and not believed; they wait for a decision.');
  quarantine
    .command('list')
    .description('Shows what waits, with what is suspicious about it, newest first.')
    .effect('reads')
    .examples('crawlchain quarantine list')
    .option('--json', 'as JSON')
    .action(list);
  quarantine
    .command('confirm')
    .description('Believes a payload and has it ingested.')
    .effect('changes')
    .examples('crawlchain quarantine confirm 57 --by Ada')
    .argument('<payload>', 'the id of a payload', payloadId)
    .addOption(byWhom())
    .addOption(reasonOption('why, for the payload and the audit'))
    .option('--json', 'as JSON')
    .action(confirm);
  quarantine
    .command('reject')
    .description('Does not believe a payload; it stays on disk and is never ingested.')
    .effect('changes')
    .examples('crawlchain quarantine reject 57')
    .argument('<payload>', 'the id of a payload', payloadId)
    .addOption(byWhom())
    .addOption(reasonOption('why, for the payload and the audit'))
    .option('--json', 'as JSON')
    .action(reject);
}

function byWhom(): Option {
  return new Option('--by <name>', 'who decides')
    .argParser(personName)
    .default(osUser(), 'the name of your user');
}

async function list(options: { json?: boolean }, command: Command): Promise<void> {
  const payloads = await withDatabase(command, ({ db }) => listQuarantined(db, LISTED_MAX));
  if (options.json) return say(JSON.stringify(inSnakeCase(payloads), null, 2));
  if (payloads.length === 0) return say('Nothing is in quarantine.');
  const rows = payloads.map(({ id, dispensaryId, dispensaryName, fetchedAt, productCount, suspicion }) => [
    id,
    withoutControls(`${dispensaryName} (${dispensaryId})`),
    fetchedAt.toISOString().slice(0, 16),
    productCount,
    withoutControls(describe(suspicion)),
  ]);
  say(formatTable(['payload', 'dispensary', 'fetched', 'products', 'why'], rows).trimEnd());
}

/** Products of each payload that are named; `--json` has all. */
const SAMPLES_NAMED = 3;

function describe({ message, samples }: Suspicion): string {
  const shown = describeSamples(samples, SAMPLES_NAMED);
  return shown === '' ? message : `${message} For example: ${shown}.`;
}

interface DecisionOptions {
  by: string;
  reason?: string;
  json?: boolean;
}

async function confirm(id: number, { by, reason, json }: DecisionOptions, command: Command): Promise<void> {
  // Needs both servers before anything is decided: a payload that is confirmed is ingested.
  await withServers(command, async (servers) => {
    const { db, environment } = servers;
    const payloadFiles = createPayloadFiles(storageSettings(environment));
    const dispensary = await decide(async () => {
      const payload = await loadPayload(db, id);
      // One that cannot be ingested stays in quarantine, where that can be seen from here.
      if (!isElsewhere(payloadFiles, payload)) await readStoredProducts(payloadFiles, payload);
      await decideQuarantined(db, id, { verdict: 'confirmed', decidedBy: by, because: reason ?? null });
      return loadDispensary(db, payload.dispensaryId);
    });
    const { workflowId, runId } = await startNoted(servers, planRefresh(id, dispensary), askedBy(command));
    if (json !== true) say(`Payload ${id} is confirmed; the workflow ${workflowId} ingests it…`);
    const { counts } = await servers.client.workflow
      .getHandle<() => Promise<RefreshFromPayloadResult>>(workflowId, runId)
      .result();
    if (json === true) {
      const decided = { payloadId: id, verdict: 'confirmed', decidedBy: by };
      return say(JSON.stringify(inSnakeCase({ ...decided, workflowId, counts })));
    }
    say(`Products: ${counts.products}, new: ${counts.added}, missed: ${counts.missed}.`);
  });
}

async function reject(id: number, { by, reason, json }: DecisionOptions, command: Command): Promise<void> {
  await withDatabase(command, ({ db }) =>
    decide(() => decideQuarantined(db, id, { verdict: 'rejected', decidedBy: by, because: reason ?? null })),
  );
  if (json === true) return say(JSON.stringify({ payload_id: id, verdict: 'rejected', decided_by: by }));
  say(`Payload ${id} is rejected.`);
}

async function decide<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CrawlError && ['InvalidInput', 'NotFound', 'CorruptPayload'].includes(error.kind))
      throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}

function personName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It takes a name.');
  return text;
}

function payloadId(text: string): number {
  return readNumber(text, 'the id of a payload');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
