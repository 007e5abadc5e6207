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
      .description('Shows the contexts without their keys, and the one that commands use by default.')
      .effect('reads')
      .examples('crawlchain contexts list'),
    undefined,
  ).action(listContexts);
  contexts
    .command('add')
    .description(
      'Adds a context to a file that nobody else can read. The key comes from CRAWLCHAIN_KEY, or with --key-stdin from the standard input. The first context becomes the current one.',
    )
    .effect('reads')
    .examples('crawlchain contexts add production --server https://crawlchain.example --key-stdin < key.txt')
    .argument('<name>', 'letters, digits, points, dashes and underscores')
    .requiredOption('--server <url>', 'the URL of the API')
    .option('--key-stdin', 'reads the API key from the standard input')
    .action(addContext);
  contexts
    .command('use')
    .description('Makes a context the current one, which commands use by default.')
    .effect('reads')
    .examples('crawlchain contexts use production')
    .argument('<name>', 'the name of a context')
    .action(setCurrentContext);
  contexts
    .command('remove')
    .description(
      'Removes a context and its copy of the key. The key stays valid until `crawlchain keys revoke` revokes it.',
    )
    .effect('reads')
    .examples('crawlchain contexts remove staging')
    .argument('<name>', 'the name of a context')
    .confirmed(([name]) => `Remove the context ${name} with its key?`)
    .action(removeContext);
}
