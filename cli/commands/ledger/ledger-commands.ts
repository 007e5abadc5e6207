import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { rebuild, type Rebuilt } from '../../../ledger/rebuild.ts';
import type { CliCommand } from '../../cli-command.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { exactTimeOf, momentOf, timeOf } from '../../output/format-time.ts';
import { answer } from '../../output/print.ts';
import { withServers } from '../../with-servers.ts';

/** Adds `ledger` and its subcommands. */
export function addLedgerCommands(program: CliCommand): void {
  const ledger = program
    .command('ledger')
    .description('The table of all runs of workflows, from which lists and counts are read.');
  ledger
    .command('status')
    .description(
      'Shows how far the ledger has followed Temporal, which process follows, and how many runs are open.',
    )
    .examples('crawlchain ledger status', 'crawlchain ledger status --json')
    .reads({ send: (api) => answerOf(api.GET('/api/ledger')), format: formatLedger });
  ledger
    .command('rebuild')
    .description(
      'Reads all runs that Temporal still has, and all chains and jobs, and adds the rows that the table lacks, for example after a backup was restored. Existing rows stay. It works on the database and Temporal themselves: with many runs it takes minutes, and a restored database may be without an API yet.',
    )
    .effect('changes')
    .examples("crawlchain ledger rebuild --reason 'rows were deleted by hand'")
    .option('--json', 'prints one JSON object')
    .action(rebuildLedger);
}

function formatLedger(ledger: Schemas['Ledger']): string {
  const { followed_to: followedTo, behind_seconds: behind, followed_by: follower } = ledger;
  return [
    followedTo === null
      ? 'followed to: nothing was read yet'
      : `followed to: ${exactTimeOf(followedTo)}, ${behind} s ago`,
    `open runs: ${ledger.open_runs}, compared with Temporal: ${momentOf(ledger.compared_at) ?? 'never'}`,
    `followed by: ${withoutControls(follower ?? 'no process; the API and the workers do so while they run')}`,
  ].join('\n');
}

async function rebuildLedger({ json }: { json?: boolean }, command: Command): Promise<void> {
  const rebuilt = await withServers(command, ({ db, client }) => rebuild({ db, client }));
  answer(inSnakeCase(rebuilt), { json }, () => formatRebuilt(rebuilt));
}

function formatRebuilt({ found, since, added, ended }: Rebuilt): string {
  const read =
    since === null
      ? 'Temporal has no runs.'
      : `Temporal has ${found} runs, since ${timeOf(since.toISOString())}.`;
  return `${read} Added: ${added}. Ended: ${ended}.`;
}
