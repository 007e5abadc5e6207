import { fileURLToPath } from 'node:url';
import { Option } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { CliCommand } from './cli-command.ts';
import { commandsOf, isGroup } from './command-tree.ts';
import { reasonOption } from './reason-option.ts';

/** Adds the commands of a group. */
type AddCommands = (program: CliCommand) => void;

/** The command that lists all others, and so needs all of them loaded. */
const COMPLETION = 'completion';

/** The data folder of this checkout. It does not depend on the current folder, whose servers may be others. */
const DATA_DIR = fileURLToPath(new URL('../.data', import.meta.url));

/** The groups by their first word, in the order of the help. */
const GROUPS: Record<string, () => Promise<AddCommands>> = {
  doctor: async () => (await import('./commands/doctor/doctor-command.ts')).addDoctorCommand,
  discover: async () => (await import('./commands/discover/discover-command.ts')).addDiscoverCommand,
  crawl: async () => (await import('./commands/crawl/crawl-command.ts')).addCrawlCommand,
  dispensaries: async () =>
    (await import('./commands/dispensaries/dispensary-commands.ts')).addDispensaryCommands,
  products: async () => (await import('./commands/products/product-commands.ts')).addProductCommands,
  locations: async () => (await import('./commands/locations/location-commands.ts')).addLocationCommands,
  status: async () => (await import('./commands/status/status-command.ts')).addStatusCommand,
  logs: async () => (await import('./commands/logs/logs-command.ts')).addLogsCommand,
  open: async () => (await import('./commands/open/open-command.ts')).addOpenCommand,
  env: async () => (await import('./commands/env/env-command.ts')).addEnvCommand,
  diff: async () => (await import('./commands/payloads/diff-command.ts')).addDiffCommand,
  proxies: async () => (await import('./commands/proxies/proxy-commands.ts')).addProxyCommands,
  platforms: async () => (await import('./commands/platforms/platform-commands.ts')).addPlatformCommands,
  quality: async () => (await import('./commands/quality/quality-command.ts')).addQualityCommand,
  quarantine: async () =>
    (await import('./commands/quarantine/quarantine-commands.ts')).addQuarantineCommands,
  payloads: async () => (await import('./commands/payloads/payload-commands.ts')).addPayloadCommands,
  replay: async () => (await import('./commands/replay/replay-command.ts')).addReplayCommand,
  schedules: async () => (await import('./commands/schedules/schedule-commands.ts')).addScheduleCommands,
  fsck: async () => (await import('./commands/storage/check-storage.ts')).addStorageCheck,
  shell: async () => (await import('./commands/shell/shell-command.ts')).addShellCommand,
  normalize: async () => (await import('./commands/normalize/add-normalize-command.ts')).addNormalizeCommand,
  keys: async () => (await import('./commands/keys/key-commands.ts')).addKeyCommands,
  import: async () => (await import('./commands/import/add-import-command.ts')).addImportCommand,
  'fan-outs': async () => (await import('./commands/fan-outs/fan-out-commands.ts')).addFanOutCommands,
  tasks: async () => (await import('./commands/tasks/task-commands.ts')).addTaskCommands,
  jobs: async () => (await import('./commands/jobs/job-commands.ts')).addJobCommands,
  credentials: async () =>
    (await import('./commands/credentials/credential-commands.ts')).addCredentialCommands,
  accounts: async () => (await import('./commands/accounts/account-commands.ts')).addAccountCommands,
  bulk: async () => (await import('./commands/bulk/bulk-commands.ts')).addBulkCommands,
  ledger: async () => (await import('./commands/ledger/ledger-commands.ts')).addLedgerCommands,
  workers: async () => (await import('./commands/workers/worker-commands.ts')).addWorkerCommands,
  audit: async () => (await import('./commands/audit/audit-command.ts')).addAuditCommand,
  contexts: async () => (await import('./commands/contexts/context-commands.ts')).addContextCommands,
  [COMPLETION]: async () =>
    (await import('./commands/completion/completion-command.ts')).addCompletionCommand,
};

/**
 * Creates the command `crawlchain` with its subcommands. If the call begins with the first word of a group, the other groups are
 * left out, since loading all modules takes half a second.
 * @param args the words of the call after the name of the program
 */
export async function createProgram(args: string[]): Promise<CliCommand> {
  const program = new CliCommand('crawlchain')
    .description('Starts and controls crawls of dispensary menus.')
    .version(packageFile.version, '--version', 'prints the version')
    .addOption(
      new Option(
        '--data-dir <dir>',
        'the data folder of `npm start`, whose servers are used if DATABASE_URL and TEMPORAL_ADDRESS are not set',
      ).default(DATA_DIR, '.data of this checkout'),
    )
    .showHelpAfterError('`--help` shows what it takes.')
    .configureOutput({
      outputError: (text, write) => write(text.replace(WRONG_ARGUMENT, '$1 is invalid for <$2>')),
    })
    .exitOverride();
  const first = firstWord(args);
  const isOne = Object.hasOwn(GROUPS, first) && first !== COMPLETION;
  const wanted = Object.entries(GROUPS).filter(([name]) => name === first || !isOne);
  for (const [, load] of wanted) (await load())(program);
  for (const placed of commandsOf(program)) if (!isGroup(placed)) addReasonOption(placed.command);
  return program.addHelpText('after', EXIT_CODES);
}

/** How Commander names a wrong argument. */
const WRONG_ARGUMENT = /(?<=^error: )command-argument value ('.*') is invalid for argument '([^']+)'/s;

/** Returns the first word of a call, after a leading option `--data-dir` and its value; empty if there is none. */
function firstWord([first = '', ...others]: string[]): string {
  if (first === '--data-dir') return others[1] ?? '';
  return first.startsWith('--data-dir=') ? (others[0] ?? '') : first;
}

/** Adds `--reason` to a command that may change something, unless it declares the option itself. */
function addReasonOption(command: CliCommand): void {
  const has = command.options.some(({ long }) => long === '--reason');
  if (command.mayChange && !has) command.addOption(reasonOption());
}

const EXIT_CODES = `
Exit codes: 0 done; 1 it failed, or found something that does not work; 2 refused, the call or the settings are wrong;
130 ended by Ctrl-C.`;
