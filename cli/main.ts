import { CommanderError } from 'commander';
import { EnvironmentError } from '../config/environment.ts';
import { CrawlError } from '../domain/errors.ts';
import { createProgram } from './program.ts';
import { CommandRefused } from './command-refused.ts';

/** Exit codes: 0 done, 1 it failed, 2 it was refused: the call or the settings are wrong. */
const FAILED = 1;
const REFUSED = 2;

// A reader such as `head` may have had enough before the end; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const program = await createProgram(process.argv.slice(2), () => (process.exitCode = FAILED));
  await program.parseAsync();
} catch (error) {
  process.exitCode = tell(error);
}

function tell(error: unknown): number {
  // Help and complaints about the call were printed already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : REFUSED;
  const isRefusal = error instanceof CommandRefused || error instanceof EnvironmentError;
  const isForPeople = isRefusal || error instanceof CrawlError;
  process.stderr.write(
    `${error instanceof Error ? (isForPeople ? error.message : error.stack) : String(error)}\n`,
  );
  return isRefusal ? REFUSED : FAILED;
}
