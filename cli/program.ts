import { Command } from 'commander';

/** Adds the commands of a group; told when one ran to its end and found something that does not work. */
type AddCommands = (program: Command, onFailure: () => void) => void;

/** The groups by their first word, in the order of the help. */
const GROUPS: Record<string, () => Promise<AddCommands>> = {
  proxies: async () => (await import('./commands/proxies/proxy-commands.ts')).addProxyCommands,
  platforms: async () => (await import('./commands/platforms/add-platform-commands.ts')).addPlatformCommands,
  quarantine: async () =>
    (await import('./commands/quarantine/quarantine-commands.ts')).addQuarantineCommands,
  payloads: async () => (await import('./commands/payloads/payload-commands.ts')).addPayloadCommands,
  replay: async () => (await import('./commands/replay/replay-payloads.ts')).addReplayCommand,
  schedules: async () => (await import('./commands/schedules/schedule-commands.ts')).addScheduleCommands,
  fsck: async () => (await import('./commands/storage/check-storage.ts')).addStorageCheck,
  normalize: async () => (await import('./commands/normalize/add-normalize-command.ts')).addNormalizeCommand,
  keys: async () => (await import('./commands/keys/key-commands.ts')).addKeyCommands,
  workers: async () => (await import('./commands/workers/worker-commands.ts')).addWorkerCommands,
};

/**
 * The command `crawlchain` with its subcommands. Where the call begins with one of them, the others are left out: to load
 * what all of them need takes half a second.
 * @param words of the call
 * @param onFailure told when a command ran to its end and found something that does not work
 */
export async function createProgram(words: string[], onFailure: () => void): Promise<Command> {
  const program = new Command('crawlchain')
    .description('Steers crawls of dispensary menus.')
    .option(
      '--data-dir <dir>',
      'where `npm start` keeps its servers, for want of DATABASE_URL and TEMPORAL_ADDRESS',
      '.data',
    )
    .showHelpAfterError('`--help` shows what it takes.')
    .exitOverride();
  const [first = ''] = words;
  const wanted = Object.entries(GROUPS).filter(([name]) => name === first || !Object.hasOwn(GROUPS, first));
  for (const [, load] of wanted) (await load())(program, onFailure);
  return program;
}
