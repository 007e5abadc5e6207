import type { Command } from 'commander';
import { decommissionWorker } from './decommission-worker.ts';
import { listWorkers } from './list-workers.ts';

/** Adds `crawlchain workers` and what it does. */
export function addWorkerCommands(program: Command): void {
  const workers = program.command('workers').description('The workers that run crawls.');
  workers
    .command('list')
    .description('Shows the workers that live, with what they do and what they use.')
    .option('--all', 'also those that have stopped or were lost, for thirty days')
    .option('--json', 'prints one JSON value')
    .action(listWorkers);
  workers
    .command('decommission')
    .description('Asks a worker to stop: it takes nothing new, finishes or hands back what it has, and ends.')
    .argument('<id>', 'the id of a worker, as `workers list` shows it')
    .action(decommissionWorker);
}
