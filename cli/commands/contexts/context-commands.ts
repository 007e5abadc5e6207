import type { CliCommand } from '../../cli-command.ts';
import { addListOptions } from '../../output/list-options.ts';
import { addContext } from './add-context.ts';
import { listContexts } from './list-contexts.ts';
import { removeContext, setCurrentContext } from './change-contexts.ts';

/** Adds `crawlchain contexts` and its subcommands. */
export function addContextCommands(program: CliCommand): void {
  const contexts = program
    .command('contexts')
    .description('The APIs that commands call, each with a name and its key.');
  addListOptions(
    contexts
      .command('list')
      .description('Shows the contexts without their keys, and which one commands use that name none.')
      .effect('reads')
      .examples('crawlchain contexts list'),
    undefined,
  ).action(listContexts);
  contexts
    .command('add')
    .description(
      'Adds a context, in a file that nobody else can read. Its key is that of CRAWLCHAIN_KEY, or comes with --key-stdin. The first one is used from then on.',
    )
    .effect('reads')
    .examples('crawlchain contexts add production --server https://crawlchain.example --key-stdin < key.txt')
    .argument('<name>', 'letters, digits, points, dashes and underscores')
    .requiredOption('--server <url>', 'where the API is')
    .option('--key-stdin', 'reads the API key from the standard input')
    .action(addContext);
  contexts
    .command('use')
    .description('Has commands use a context that name none.')
    .effect('reads')
    .examples('crawlchain contexts use production')
    .argument('<name>', 'the name of a context')
    .action(setCurrentContext);
  contexts
    .command('remove')
    .description('Removes a context with its key. The key itself stays: `crawlchain keys revoke` ends it.')
    .effect('reads')
    .examples('crawlchain contexts remove staging')
    .argument('<name>', 'the name of a context')
    .confirmed(([name]) => `Remove the context ${name} with its key?`)
    .action(removeContext);
}
