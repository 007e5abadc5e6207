import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnreachable, MigrationError } from '../../db/migrate.ts';
import { silenceWaits, withWait } from '../../local/progress-ticks.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { TemporalUnreachable } from '../../temporal-client/connect.ts';
import { createProgress, eraseTick } from './progress.ts';
import { StartRefused } from './refusal.ts';

/** How long a stop waits for the processes to end; the guard then kills those that are left. */
const STOP_MS_MAX = 30_000;

/** Errors that every further start repeats until a person changes the settings or the servers. */
const REFUSALS = [StartRefused, DatabaseUnreachable, MigrationError, TemporalUnreachable];

const EXIT_REFUSED = 2;

/** Reads the command line. A refusal ends the process with 2 at once, since nothing was started yet. */
export function readOrExit<Options>(read: () => Options): Options {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`crawlchain: ${error.message}\n`);
    process.exit(EXIT_REFUSED);
  }
}

/** Stops everything that was started, then this process. */
export type Stop = (exitCode: number) => Promise<never>;

/**
 * Runs a program that starts other processes, and stops them however it ends. A refused start exits with 2, another error with 1,
 * Ctrl-C with 130.
 * @param main may end the program with `stop`; returning does not end it
 * @param explain converts an error to a message
 */
export async function runProgram(
  group: ProcessGroup,
  main: (stop: Stop) => Promise<void>,
  explain: (error: unknown) => string,
): Promise<void> {
  let stopping: Promise<never> | null = null;
  // A second signal does not shorten the stop, so that no process is left behind.
  const stop: Stop = (exitCode) => {
    stopping ??= (async (): Promise<never> => {
      silenceWaits();
      const hurry = wait(STOP_MS_MAX, undefined, { ref: false });
      const progress = createProgress(process.stderr);
      await Promise.race([withWait('Stopping everything', progress, () => group.stopAll()), hurry]);
      process.stderr.write(eraseTick(process.stderr));
      process.exit(exitCode);
    })();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping === null) process.stderr.write(`${eraseTick(process.stderr)}Stopping everything…\n`);
      void stop(signal === 'SIGINT' ? 130 : 143);
    });
  }
  // A full disk behind a redirected output, or a closed pipe, must not end this program and its processes.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // The first stage holds the other end of this channel; when the channel closes, the first stage has ended.
  process.on('disconnect', () => void stop(143));
  process.channel?.unref();
  try {
    await main(stop);
  } catch (error) {
    if (stopping !== null) return;
    process.stderr.write(`${eraseTick(process.stderr)}crawlchain: ${explain(error)}\n`);
    const isRefusal = REFUSALS.some((kind) => error instanceof kind);
    if (!isRefusal && process.env.CRAWLCHAIN_DEBUG) console.error(error);
    await stop(isRefusal ? EXIT_REFUSED : 1);
  }
}
