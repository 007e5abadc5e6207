import type { Command } from 'commander';
import { platformSettings } from '../../../config/platform-settings.ts';
import { addDispensary } from '../../../db/queries/add-dispensary.ts';
import { scrubWords } from '../../../domain/credentials.ts';
import { menuForms, readMenuAddress } from '../../../platforms/menu-address.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { startFirstCrawl } from '../../../ledger/start-first-crawl.ts';
import { CommandRefused } from '../../command-refused.ts';
import { askedBy, withServers } from '../../with-servers.ts';
import { tellAdded, type AddOptions } from './tell-added.ts';

/** Adds `dispensaries`: stores that people add by hand. */
export function addDispensaryCommands(program: Command): void {
  const dispensaries = program.command('dispensaries').description('Stores whose menus are crawled.');
  dispensaries
    .command('add')
    .description('Adds a store by the address of its menu, and starts its first crawl.')
    .argument('<url>', 'as copied from a browser')
    .option('--no-crawl', 'asks the platform for the store, and does not crawl it')
    .option('--json', 'prints one JSON object')
    .action(add);
}

async function add(url: string, { crawl, json }: AddOptions, command: Command): Promise<void> {
  await withServers(command, async (servers) => {
    const { db, environment } = servers;
    const platforms = createPlatformRegistry(platformSettings(environment));
    const menu = readMenuAddress(platforms, url);
    if (menu === null)
      throw new CommandRefused(
        `It takes the address of a menu, in one of these forms: ${menuForms(platforms)}; got ${JSON.stringify(scrubWords(url))}.`,
      );
    const added = await addDispensary(db, menu);
    const task = await startFirstCrawl(servers, added.dispensary, { crawl, ...askedBy(command) });
    tellAdded(added, task, { json });
  });
}
