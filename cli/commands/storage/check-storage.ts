import type { Command } from 'commander';
import { repairStorage, type StorageReport } from '../../../payloads/repair-storage.ts';
import { storageSettings } from '../../../config/storage-settings.ts';
import { createPageSpool } from '../../../storage/page-spool.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';
import { answer } from '../../output/print.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { reportFailure } from '../../process-ports.ts';

interface CheckOptions {
  repair?: boolean;
  deep?: boolean;
  force?: boolean;
  json?: boolean;
}

/** Adds `fsck`, which compares the files and rows of payloads, and repairs differences. */
export function addStorageCheck(program: CliCommand): void {
  program
    .command('fsck')
    .description(
      'Looks for payloads whose file is missing or damaged, files without a row in the database, and leftovers of writes. Exit code 1 when it finds damage.',
    )
    .effect(({ repair }) => repair === true)
    .examples('crawlchain fsck', 'crawlchain fsck --deep --repair')
    .option(
      '--repair',
      'marks payloads whose file is missing or damaged, and removes the other files that it finds',
    )
    .option('--deep', 'compares every byte with the row, not only the size')
    .option(
      '--force',
      'with --repair, also where nothing seems to fit: after files, or the database, have really been lost',
    )
    .option('--json', 'as JSON')
    .confirmed((_, { repair }) => (repair === true ? 'Remove files without a row in the database?' : null))
    .action(checkStorage);
}

async function checkStorage(options: CheckOptions, command: Command): Promise<void> {
  if (options.force === true && options.repair !== true)
    throw new CommandRefused('--force is for --repair: without it nothing is removed.');
  const report = await withDatabase(command, async ({ db, environment }) => {
    const { root, held } = storageSettings(environment);
    const tools = {
      db,
      storageRoot: root,
      payloadFiles: createPayloadFiles({ root, held }),
      pageSpool: createPageSpool({ root }),
    };
    return repairStorage(tools, {
      isRepairing: options.repair === true,
      isDeep: options.deep === true,
      // Retention is left to the sweep: `fsck` removes no intact payload.
      retention: { days: null, perDispensary: null },
      isForced: options.force === true,
      onProgress: () => undefined,
    });
  });
  answer(inSnakeCase(report), options, () => tell(report, options.repair === true));
  if (report.missing + report.corrupt > 0) reportFailure();
}

const KEPT =
  ', kept: there are so many that the database may have lost their rows. Does it belong to these files? --force removes them';

function tell(report: StorageReport, isRepairing: boolean): string {
  const { payloadsChecked, missing, corrupt, backAgain, strayFiles, straysKept, temporaryFiles, spools } =
    report;
  const [marked, removed] = isRepairing ? [', marked', ', removed'] : ['', ''];
  const lines = [
    `payloads checked: ${payloadsChecked}`,
    `files missing: ${missing}${marked}`,
    `files damaged: ${corrupt}${marked}`,
    `files that are intact again: ${backAgain}${marked}`,
    `files without a row: ${strayFiles}${straysKept === 0 ? removed : KEPT}`,
    `unfinished files: ${temporaryFiles}${removed}`,
    `spools of ended runs: ${spools}${removed}`,
    ...report.samples.map(({ what, path }) => `  ${what}: ${path}`),
  ];
  return `${lines.join('\n')}\n`;
}
