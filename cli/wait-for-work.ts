import { progressLine } from './output/progress-line.ts';
import { catchInterrupts, nameOwnCommand } from './process-ports.ts';

/** Milliseconds between two reads of the work that the user waits for. */
const LOOK_EVERY_MS = 500;

/** How to wait for work. */
export interface Waiting {
  signal: AbortSignal;
  everyMs: number;
  /** Shows the progress on standard error: in one line of a terminal, else in a new line each time. */
  show: (text: string) => void;
}

/** The work that the user waits for. */
interface WaitedFor {
  /** As in "crawl/12 goes on". */
  name: string;
  /** The words of the command that shows how it ends. */
  shownBy: string;
}

/**
 * Waits for work. If the user stops waiting with Ctrl-C, it prints that the work goes on, and which command shows how it ends.
 * @param what the work; for a name alone, the message refers to `tasks list`
 * @returns the result of the work; null if the user has stopped waiting
 */
export async function waitForWork<Result>(
  what: string | WaitedFor,
  work: (waiting: Waiting) => Promise<Result>,
): Promise<Result | null> {
  const signal = catchInterrupts();
  const { show, end } = progressLine();
  try {
    return await work({ signal, show, everyMs: LOOK_EVERY_MS });
  } catch (error) {
    if (!signal.aborted) throw error;
    end();
    const { name, shownBy } = typeof what === 'string' ? { name: what, shownBy: 'tasks list' } : what;
    process.stderr.write(
      nameOwnCommand(`No longer waiting: ${name} goes on; \`crawlchain ${shownBy}\` shows how it ends.\n`),
    );
    return null;
  } finally {
    end();
  }
}
