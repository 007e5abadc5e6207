import type { Command } from 'commander';
import { countOpenRuns, findFollower, readLedgerState } from '../../../db/queries/ledger-state.ts';
import { followerName } from '../../../ledger/keep-ledger.ts';
import { rebuild, type Rebuilt } from '../../../ledger/rebuild.ts';
import type { CliCommand } from '../../cli-command.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { withDatabase } from '../../open-database.ts';
import { timeOf } from '../../tell-time.ts';
import { withServers } from '../../with-servers.ts';

/** Adds `ledger` and what it does. */
export function addLedgerCommands(program: CliCommand): void {
  const ledger = program
    .command('ledger')
    .description('The table of all runs of workflows, from which lists and counts are read.');
  ledger
    .command('status')
    .description('Shows how far it has followed Temporal, which process follows, and how many runs are open.')
    .effect('reads')
    .examples('crawlchain ledger status', 'crawlchain ledger status --json')
    .option('--json', 'prints one JSON object')
    .action(status);
  ledger
    .command('rebuild')
    .description(
      'Reads all runs that Temporal still has, and all chains and jobs, and writes what the table lacks: after rows were lost, or a backup was restored. What is there stays.',
    )
    .effect('changes')
    .examples("crawlchain ledger rebuild --reason 'rows were deleted by hand'")
    .option('--json', 'prints one JSON object')
    .action(rebuildLedger);
}

interface LedgerStatus {
  followedTo: Date | null;
  behindSeconds: number | null;
  comparedAt: Date | null;
  openRuns: number;
  followedBy: string | null;
}

async function status({ json }: { json?: boolean }, command: Command): Promise<void> {
  const found = await withDatabase(command, async ({ db }): Promise<LedgerStatus> => {
    const { followedTo, comparedAt, now } = await readLedgerState(db);
    const follower = await findFollower(db);
    return {
      followedTo,
      behindSeconds: followedTo === null ? null : Math.round((now.getTime() - followedTo.getTime()) / 1_000),
      comparedAt,
      openRuns: await countOpenRuns(db),
      followedBy: follower === null ? null : followerName(follower),
    };
  });
  say(json === true ? JSON.stringify(inSnakeCase(found)) : tellStatus(found));
}

function tellStatus({ followedTo, behindSeconds, comparedAt, openRuns, followedBy }: LedgerStatus): string {
  return [
    followedTo === null
      ? 'followed to: nothing was read yet'
      : `followed to: ${timeOf(followedTo.toISOString())}, ${behindSeconds} s ago`,
    `open runs: ${openRuns}, compared with Temporal: ${comparedAt === null ? 'never' : timeOf(comparedAt.toISOString())}`,
    `followed by: ${followedBy ?? 'no process; the API and the workers do so while they run'}`,
  ].join('\n');
}

async function rebuildLedger({ json }: { json?: boolean }, command: Command): Promise<void> {
  const rebuilt = await withServers(command, ({ db, client }) => rebuild({ db, client }));
  say(json === true ? JSON.stringify(inSnakeCase(rebuilt)) : tellRebuilt(rebuilt));
}

function tellRebuilt({ found, since, added, ended }: Rebuilt): string {
  const read =
    since === null
      ? 'Temporal has no runs.'
      : `Temporal has ${found} runs, since ${timeOf(since.toISOString())}.`;
  return `${read} Added: ${added}. Ended: ${ended}.`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
