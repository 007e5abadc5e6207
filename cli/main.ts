import { EnvironmentError } from '../config/environment.ts';
import { createProgram } from './program.ts';
import { CommandRefused } from './command-refused.ts';

/** Exit codes: 0 done, 1 it failed, 2 it was refused: the call or the settings are wrong. */
const FAILED = 1;
const REFUSED = 2;

try {
  await createProgram().parseAsync();
} catch (error) {
  const isRefusal = error instanceof CommandRefused || error instanceof EnvironmentError;
  process.stderr.write(
    `${error instanceof Error ? (isRefusal ? error.message : error.stack) : String(error)}\n`,
  );
  process.exitCode = isRefusal ? REFUSED : FAILED;
}
