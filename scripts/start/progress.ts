import type { OnProgress } from '../../local/progress-ticks.ts';
import { wrapLine } from './wrap-line.ts';

type Output = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/** The width of a terminal that does not report it. */
const COLUMNS = 80;

/** Returns what removes a tick from a terminal; empty for other outputs, where ticks are lines. */
export function eraseTick({ isTTY = false }: Output): string {
  return isTTY ? '\r\u001B[K' : '';
}

/** Creates a function that writes lines about progress. In a terminal a tick stays only until the next line. */
export function createProgress(output: Output): OnProgress {
  return (line, isTick = false) => {
    const { isTTY = false, columns } = output;
    // A line that the terminal wraps could not be removed.
    const text = isTick && isTTY ? line.slice(0, (columns || COLUMNS) - 1) : `${wrapLine(line)}\n`;
    output.write(`${eraseTick(output)}${text}`);
  };
}
