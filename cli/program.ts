import { Command } from 'commander';
import { addNormalizeCommand } from './commands/normalize/add-normalize-command.ts';
import { addPayloadCommands } from './commands/payloads/payload-commands.ts';
import { addPlatformCommands } from './commands/platforms/add-platform-commands.ts';
import { addProxyCommands } from './commands/proxies/proxy-commands.ts';
import { addQuarantineCommands } from './commands/quarantine/quarantine-commands.ts';
import { addReplayCommand } from './commands/replay/replay-payloads.ts';
import { addScheduleCommands } from './commands/schedules/schedule-commands.ts';
import { addStorageCheck } from './commands/storage/check-storage.ts';
import { addWorkerCommands } from './commands/workers/worker-commands.ts';

/**
 * The command `crawlchain` with its subcommands.
 * @param onFailure told when a command ran to its end and found something that does not work
 */
export function createProgram(onFailure: () => void): Command {
  const program = new Command('crawlchain')
    .description('Steers crawls of dispensary menus.')
    .option(
      '--data-dir <dir>',
      'where `npm start` keeps its servers, for want of DATABASE_URL and TEMPORAL_ADDRESS',
      '.data',
    )
    .showHelpAfterError('`--help` shows what it takes.')
    .exitOverride();
  addProxyCommands(program, onFailure);
  addPlatformCommands(program);
  addQuarantineCommands(program);
  addPayloadCommands(program);
  addReplayCommand(program, onFailure);
  addScheduleCommands(program, onFailure);
  addStorageCheck(program, onFailure);
  addNormalizeCommand(program);
  addWorkerCommands(program);
  return program;
}
