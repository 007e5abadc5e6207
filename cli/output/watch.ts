import { setTimeout as sleep } from 'node:timers/promises';
import stringWidth from 'string-width';
import { CommandFailed } from '../command-failed.ts';
import { nameOwnCommand } from '../process-ports.ts';
import { write } from './write.ts';

const LOOK_EVERY_MS = 2_000;

/** Control sequences: move to the top of the terminal; clear everything below. */
const [HOME, CLEAR_BELOW] = ['\u001B[H', '\u001B[J'];

/** Clears the rest of a line, which may have been longer. */
const CLEAR_LINE = '\u001B[K';

/**
 * Renders and shows a text repeatedly until Ctrl-C: in place in a terminal, else only when it has changed. While the API does not
 * answer, the last text stays.
 * @param pause waits until the next rendering
 */
export async function watch(render: () => Promise<string>, pause = untilNextLook): Promise<void> {
  let [known, last] = ['', ''];
  for (;;) {
    let trouble = '';
    try {
      known = await render();
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      trouble = nameOwnCommand(`${error.message} Trying again.\n`);
    }
    const text = `${trouble}${known}`;
    if (text !== last && !(await write(process.stdout.isTTY ? inPlace(text) : text))) return;
    last = text;
    await pause();
  }
}

function untilNextLook(): Promise<void> {
  return sleep(LOOK_EVERY_MS);
}

/** Leaves out the lines that do not fit into the terminal, which wraps long ones, so that it does not scroll. */
function inPlace(text: string): string {
  const { rows, columns } = process.stdout;
  // Some terminals report a width of 0 if they do not know it.
  const widthOf = (line: string) => (columns > 0 ? stringWidth(line) / columns : 0);
  const heightOf = (line: string) => Math.max(Math.ceil(widthOf(line)), 1);
  const room = Math.max(rows - 1, 1);
  const lines = text.trimEnd().split('\n');
  let [count, height] = [0, 0];
  for (const line of lines) {
    height += heightOf(line);
    // The last row is for the number of lines that are left out.
    if (height < room) count += 1;
  }
  const shown = height <= room ? lines : [...lines.slice(0, count), `and ${lines.length - count} lines more`];
  // To clear the rest of a row that is full would clear its last character.
  const clear = (line: string) => (widthOf(line) === heightOf(line) ? '' : CLEAR_LINE);
  return `${HOME}${shown.map((line) => `${line}${clear(line)}\n`).join('')}${CLEAR_BELOW}`;
}
