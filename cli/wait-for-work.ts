import { withoutControls } from '../domain/without-controls.ts';

/**
 * From its first call on, Ctrl-C no longer ends the process at once: it aborts the signal that is given back, for a command
 * that waits for work which goes on without it.
 */
export type Interruption = () => AbortSignal;

/** Milliseconds between two looks at work that a person waits for. */
const LOOK_EVERY_MS = 500;

/** What to do while work is waited for. */
export interface Waiting {
  signal: AbortSignal;
  everyMs: number;
  /** Shows how far it is, on standard error: in one line of a terminal, else in a line of its own each time. */
  show: (text: string) => void;
}

/** What a person waits for. */
interface WaitedFor {
  /** As in "crawl/12 goes on". */
  name: string;
  /** The words of the command that shows how it ends. */
  shownBy: string;
}

/**
 * Waits for work, and says so when a person does not wait to the end.
 * @param what is waited for; where it is a name alone, `tasks list` shows it
 * @returns null when it was interrupted
 */
export async function waitForWork<Result>(
  what: string | WaitedFor,
  interruption: Interruption,
  work: (waiting: Waiting) => Promise<Result>,
): Promise<Result | null> {
  const signal = interruption();
  const { show, end } = progressLine();
  try {
    return await work({ signal, show, everyMs: LOOK_EVERY_MS });
  } catch (error) {
    if (!signal.aborted) throw error;
    end();
    const { name, shownBy } = typeof what === 'string' ? { name: what, shownBy: 'tasks list' } : what;
    process.stderr.write(
      `No longer waiting: ${name} goes on; \`crawlchain ${shownBy}\` shows how it ends.\n`,
    );
    return null;
  } finally {
    end();
  }
}

/** Clears what stands in the line, in a terminal. */
const CLEAR = '\r\u001B[K';

function progressLine(): { show: (text: string) => void; end: () => void } {
  const { isTTY, columns } = process.stderr;
  let last = '';
  return {
    show(text) {
      const line = withoutControls(text);
      if (line === last) return;
      last = line;
      process.stderr.write(isTTY ? `${CLEAR}${line.slice(0, columns - 1)}` : `${line}\n`);
    },
    end() {
      if (isTTY && last !== '') process.stderr.write(CLEAR);
      last = '';
    },
  };
}
