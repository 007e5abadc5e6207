import { withoutControls } from '../../domain/without-controls.ts';
import { withWait } from '../../local/progress-ticks.ts';
import { nameOwnCommand } from '../process-ports.ts';

/** Clears the current line of a terminal. */
const CLEAR = '\r\u001B[K';

/** Creates a line on standard error: a terminal shows the last text alone, until `end`; other outputs get a new line each time. */
export function progressLine(): { show: (text: string) => void; end: () => void } {
  const { isTTY, columns } = process.stderr;
  let last = '';
  return {
    show(text) {
      const line = withoutControls(nameOwnCommand(text));
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

/** Does some work. If it takes longer than three seconds, shows its label with the elapsed time until it is done. */
export async function showWait<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  const { show, end } = progressLine();
  try {
    return await withWait(label, show, work);
  } finally {
    end();
  }
}
