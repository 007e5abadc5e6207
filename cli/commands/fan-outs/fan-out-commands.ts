import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import { cancelFanOutNoted } from '../../../ledger/cancel-noted.ts';
import { toFanOut } from '../../../reports/fan-out-answer.ts';
import {
  describeFanOut,
  listFanOuts,
  type FanOutReport,
} from '../../../temporal-client/describe-fan-outs.ts';
import { crawlDueId, crawlInBatchesId, readTaskId } from '../../../temporal-config/workflow-ids.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withTemporal } from '../../open-temporal.ts';
import { cancelOf, withServers } from '../../with-servers.ts';
import { tellFanOuts } from './tell-fan-outs.ts';

/** Adds `fan-outs` and what it does. */
export function addFanOutCommands(program: CliCommand): void {
  const fanOuts = program
    .command('fan-outs')
    .description('Crawls of a state, of all, or of what is due: each starts chains for many dispensaries.');
  fanOuts
    .command('list')
    .description('Shows those that are open, and those that ended last, the newest first.')
    .effect('reads')
    .examples(
      'crawlchain fan-outs list',
      `crawlchain fan-outs list --json | jq '.[] | select(.status == "running")'`,
    )
    .option('--json', 'prints one JSON array')
    .action(list);
  fanOuts
    .command('cancel')
    .description('Has one start nothing more, within some seconds; chains that have begun go on.')
    .effect('changes')
    .examples(
      'crawlchain fan-outs cancel AZ',
      'crawlchain fan-outs cancel dutchie/all',
      'crawlchain fan-outs cancel crawl-due~all~0199c6f2-5a1b-7000-8000-000000000001',
    )
    .argument(
      '<fan-out>',
      `its id, as \`list\` shows it, or its scope: all, AZ or ${PLATFORM_NAMES[0]}/AZ, with /batches after it for batches over a day`,
    )
    .option('--json', 'prints one JSON object')
    .action(cancel);
}

async function list({ json }: { json?: boolean }, command: Command): Promise<void> {
  const found = (await withTemporal(command, (client) => listFanOuts(client))).map(toFanOut);
  if (json === true) say(JSON.stringify(found));
  else if (found.length === 0) say('There are none.');
  else process.stdout.write(tellFanOuts(found));
}

async function cancel(word: string, { json }: { json?: boolean }, command: Command): Promise<void> {
  const report = await withServers(command, async (servers) => {
    const found = await find(servers.client, word);
    const isAsked =
      found.status === 'running' && (await cancelFanOutNoted(servers, found, cancelOf(command)));
    if (!isAsked)
      throw new CommandRefused(
        `${found.workflowId} is over: it is ${found.status}. Nothing is to be cancelled.`,
      );
    return found;
  });
  if (json === true) say(JSON.stringify({ ...toFanOut(report), cancel_requested: true }));
  else say(`${report.workflowId} was asked to end. Chains that it has started go on.`);
}

/** @throws CommandRefused when there is no such fan-out */
async function find(client: Client, word: string): Promise<FanOutReport> {
  const execution = readTaskId(word) ?? ofScope(word);
  const report = execution === null ? null : await describeFanOut(client, execution);
  if (report !== null) return report;
  throw new CommandRefused(
    `There is no fan-out ${JSON.stringify(word)}; it takes an id as \`crawlchain fan-outs list\` shows it, or a scope: all, a state such as AZ, or either of a platform, such as ${PLATFORM_NAMES[0]}/AZ; AZ/batches is the one in batches over a day.`,
  );
}

function ofScope(word: string): { workflowId: string } | null {
  const [, name, given, inBatches] =
    /^(?:crawl-due\/)?(?:([a-z]+)\/)?(all|[a-z]{2})(\/batches)?$/i.exec(word) ?? [];
  const platform = PLATFORM_NAMES.find((known) => known === name?.toLowerCase());
  if (given === undefined || (name !== undefined && platform === undefined)) return null;
  const scope = given.length === 2 ? given.toUpperCase() : 'all';
  const idOf = inBatches === undefined ? crawlDueId : crawlInBatchesId;
  return { workflowId: idOf(scope, platform) };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
