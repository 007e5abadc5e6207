import type { CliCommand } from '../../cli-command.ts';
import { reasonOption } from '../../reason-option.ts';
import { decommissionWorker } from './decommission-worker.ts';
import { listWorkers } from './list-workers.ts';
import { showCapacity } from './show-capacity.ts';
import { showWorker } from './show-worker.ts';

/** Adds `crawlchain workers` and what it does. */
export function addWorkerCommands(program: CliCommand): void {
  const workers = program.command('workers').description('The workers that run crawls.');
  workers
    .command('list')
    .description('Shows the workers that live, with what they do and what they use.')
    .effect('reads')
    .examples('crawlchain workers list --all')
    .option('--all', 'also those that have stopped or were lost, for thirty days')
    .option('--json', 'prints one JSON value')
    .viaApi()
    .action(listWorkers);
  workers
    .command('show')
    .description('Shows a worker and the tasks that it has in hand.')
    .effect('reads')
    .examples('crawlchain workers show worker-3')
    .argument('<id>', 'the id of a worker, as `workers list` shows it')
    .option('--json', 'prints one JSON object')
    .viaApi()
    .action(showWorker);
  workers
    .command('capacity')
    .description(
      'Shows what each role has to do, and how many workers it takes to be done in 1, 4 and 8 hours.',
    )
    .effect('reads')
    .examples('crawlchain workers capacity', 'crawlchain workers capacity payload_fetch --json')
    .argument('[role]', 'such as payload_fetch, or product_resync, which is two; default: all')
    .option('--json', 'prints one JSON array, one object a role')
    .viaApi()
    .action(showCapacity);
  workers
    .command('decommission')
    .description('Asks a worker to stop: it takes nothing new, finishes or hands back what it has, and ends.')
    .effect('changes')
    .examples('crawlchain workers decommission worker-3')
    .argument('<id>', 'the id of a worker, as `workers list` shows it')
    .addOption(reasonOption('why, for its row in the registry and the audit'))
    .option('--json', 'prints one JSON object')
    .viaApi()
    .action(decommissionWorker);
}
