import { Option } from 'commander';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { addList } from '../../api/declare-list.ts';
import type { CliCommand } from '../../cli-command.ts';
import { readState } from '../../read-state.ts';
import { addDispensary } from './add-dispensary.ts';
import { DISPENSARY_COLUMNS } from './format-dispensaries.ts';
import { showDispensary } from './show-dispensary.ts';

/** Adds `dispensaries`, for the stores whose menus are crawled. */
export function addDispensaryCommands(program: CliCommand): void {
  const dispensaries = program.command('dispensaries').description('Stores whose menus are crawled.');
  addList(
    dispensaries
      .command('list')
      .description('Lists dispensaries, in the order of their ids.')
      .effect('reads')
      .examples('crawlchain dispensaries list', 'crawlchain dispensaries list --state AZ --search bloom')
      .option('--state <code>', 'of this state or province', readState)
      .addOption(new Option('--platform <name>', 'on this platform').choices(PLATFORM_NAMES))
      .option('--search <words>', 'parts of the name and city, in any case and order'),
    {
      route: '/api/dispensaries',
      columns: DISPENSARY_COLUMNS,
      none: 'There are none. `crawlchain discover` finds some.',
      limit: 50,
      query: ({ state, platform, search }: Record<string, string | undefined>) =>
        withoutUndefined({ state, platform, search }),
    },
  );
  dispensaries
    .command('show')
    .description('Shows all that is known of a dispensary.')
    .effect('reads')
    .examples('crawlchain dispensaries show deeply-rooted')
    .argument('<store>', 'its id or slug')
    .viaApi()
    .action(showDispensary);
  dispensaries
    .command('add')
    .description('Adds a store by the address of its menu, and starts its first crawl.')
    .effect('changes')
    .examples(
      'crawlchain dispensaries add https://dutchie.com/dispensary/deeply-rooted',
      'crawlchain dispensaries add https://dutchie.com/embedded-menu/deeply-rooted --no-crawl --json',
    )
    .argument('<url>', 'as copied from a browser')
    .option('--no-crawl', 'asks the platform for the store, and does not crawl it')
    .viaApi()
    .action(addDispensary);
}
