import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { quoteWord } from '../../../domain/quote-word.ts';
import { createLineFormatter, type LineFormatter } from '../../../observability/format-log-lines.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { catchInterrupts } from '../../process-ports.ts';
import { readNumber } from '../../read-number.ts';
import { openLog, type OpenLog } from './open-log.ts';

const LINES_USUAL = 50;

/** Milliseconds between two reads of a growing log. */
const LOOK_EVERY_MS = 250;

interface LogOptions {
  follow?: true;
  lines: number;
  json?: true;
}

/** Adds `logs`, which shows the logs of `npm start` or `npm run cluster`. */
export function addLogsCommand(program: CliCommand): void {
  program
    .command('logs')
    .description(
      'Shows the logs of the programs of `npm start`: the last lines, and with --follow also new ones.',
    )
    .effect('reads')
    .examples('crawlchain logs --lines 20', 'crawlchain logs worker --follow')
    .argument('[program]', 'the program, such as worker, api or sandbox; default: all')
    .option('--follow', 'also shows new lines, until Ctrl-C')
    .option(
      '--lines <count>',
      'how many of the last lines of each program to show',
      readNumber(),
      LINES_USUAL,
    )
    .option('--json', 'shows the lines as they were written, mostly JSON')
    .completedBy((dataDir) => `ls ${quoteWord(join(dataDir, 'logs'))} 2>/dev/null | sed -n 's/[.]log$//p'`)
    .action(showLogs);
}

async function showLogs(wanted: string | undefined, options: LogOptions, command: Command): Promise<void> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const folder = join(resolve(dataDir), 'logs');
  const names = await namesIn(folder, wanted);
  const format = options.json === true ? asItIs : createLineFormatter({ isColored: hasColors() });
  const logs = await Promise.all(names.map((name) => openLog(join(folder, `${name}.log`), options.lines)));
  const print = async (): Promise<void> => {
    for (const [at, log] of logs.entries())
      await printNew(log, names.length > 1 ? `${names[at]}: ` : '', format);
  };
  await print();
  if (options.follow !== true) return;
  const signal = catchInterrupts();
  while (!signal.aborted) {
    await waitOrAbort(LOOK_EVERY_MS, signal);
    await print();
  }
}

/** Finds the programs whose logs to show. @throws CommandRefused if there are no logs, or none of the wanted program */
async function namesIn(folder: string, wanted: string | undefined): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((file) => file.endsWith('.log')).map((file) => file.slice(0, -'.log'.length));
  if (names.length === 0)
    throw new CommandRefused(
      `There are no logs in ${folder}: \`npm start\` writes them there, and \`npm run cluster\` in its data folder, .data/cluster, which --data-dir names. A program that you start by itself logs to its own output.`,
    );
  if (wanted === undefined) return names.toSorted();
  if (names.includes(wanted)) return [wanted];
  throw new CommandRefused(
    `There is no log of ${JSON.stringify(wanted)}; it takes ${names.toSorted().join(', ')}.`,
  );
}

async function printNew(log: OpenLog, before: string, format: LineFormatter): Promise<void> {
  for (const line of await log.readLines()) process.stdout.write(`${before}${format(line)}`);
}

const asItIs: LineFormatter = (line) => `${line}\n`;

function hasColors(): boolean {
  return process.stdout.isTTY && process.stdout.hasColors();
}

/** Resolves after the given milliseconds, or when the signal is aborted. */
async function waitOrAbort(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
