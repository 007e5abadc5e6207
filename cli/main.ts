import { CommanderError } from 'commander';
import { loadEnvFile } from '../config/env-file.ts';
import { EnvironmentError, examineEnvironment } from '../config/environment.ts';
import { CrawlError } from '../domain/errors.ts';
import { quoteWord } from '../domain/quote-word.ts';
import { auditCalls } from './audit-calls.ts';
import { CommandFailed } from './command-failed.ts';
import { CommandInterrupted, CommandRefused } from './command-refused.ts';
import { connectProcess, nameOwnCommand } from './process-ports.ts';
import { createProgram } from './program.ts';
import { takeWorkerSettings } from './worker-settings.ts';

/** Exit codes: 0 done, 1 failed, 2 refused because the call or the settings are wrong. */
const FAILED = 1;
const REFUSED = 2;
/** The exit code that shells use for a process ended by Ctrl-C. */
const INTERRUPTED = 130;

/** Signals within this time count as one Ctrl-C, which may arrive both from the terminal and from the parent process. */
const SAME_INTERRUPT_MS = 1_500;

// A reader such as `head` may close the output early (EPIPE); that is no failure.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

/** The options of a call that choose what it asks. */
interface GivenPlaces {
  dataDir: string;
  server?: string;
  context?: string;
}

const args = process.argv.slice(2);
let [dataDirOption, apiOptions] = ['', ''];
connectProcess({
  reportFailure: () => (process.exitCode = FAILED),
  catchInterrupts,
  ownCall: () => ({ command: `${commandName()}${dataDirOption}`, apiOptions }),
});
const program = await createProgram(args);
program.hook('preAction', async (_, command) => {
  for (const sentence of loadEnvFile()) process.stderr.write(`${sentence}\n`);
  const { dataDir, server, context } = command.optsWithGlobals<GivenPlaces>();
  if (program.getOptionValueSource('dataDir') === 'cli') dataDirOption = ` --data-dir ${quoteWord(dataDir)}`;
  apiOptions = Object.entries({ server, context })
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${quoteWord(value)}`]))
    .join(' ');
  await takeWorkerSettings(dataDir);
});
const audit = auditCalls(program, args);
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await reportError(error);
}
await audit.close(Number(process.exitCode ?? 0));
// Exit at once. Otherwise Node would remove its signal handlers before it ends, and the same Ctrl-C, forwarded by the parent
// process, would end it by signal.
if (process.exitCode === INTERRUPTED) process.exit();

/** Returns CRAWLCHAIN_COMMAND; the command itself reports wrong variables. */
function commandName(): string {
  return examineEnvironment().environment.CRAWLCHAIN_COMMAND;
}

/** Creates a signal that the first Ctrl-C aborts, so that the command can end by itself; a second one ends the process. */
function catchInterrupts(): AbortSignal {
  const interrupted = new AbortController();
  let interruptedAtMs = 0;
  process.on('SIGINT', () => {
    if (!interrupted.signal.aborted) interruptedAtMs = performance.now();
    else if (performance.now() - interruptedAtMs > SAME_INTERRUPT_MS) process.exit(INTERRUPTED);
    process.exitCode = INTERRUPTED;
    interrupted.abort();
  });
  return interrupted.signal;
}

async function reportError(error: unknown): Promise<number> {
  // Commander has already printed help and usage errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : REFUSED;
  const isRefusal = error instanceof CommandRefused || error instanceof EnvironmentError;
  if (isRefusal || error instanceof CommandFailed || error instanceof CrawlError) {
    process.stderr.write(`${nameOwnCommand(error.message)}\n`);
    if (error instanceof CommandInterrupted) return INTERRUPTED;
    return isRefusal ? REFUSED : FAILED;
  }
  return reportOther(error);
}

async function reportOther(error: unknown): Promise<number> {
  // Few calls need the database code, which takes a quarter of a second to load.
  const { describeOutage, isDatabaseDiskFull, isUncountedOutage } = await import('../db/database-errors.ts');
  if (!isUncountedOutage(error)) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return FAILED;
  }
  const next = isDatabaseDiskFull(error)
    ? ', then run the command again'
    : '. Run the command again when it is back';
  process.stderr.write(`${describeOutage(error)}${next}.\n`);
  return FAILED;
}
