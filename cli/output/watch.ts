import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailed } from '../command-failed.ts';
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
      trouble = `${error.message} Trying again.\n`;
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

/** Leaves out the lines that do not fit into the terminal, so that it does not scroll. */
function inPlace(text: string): string {
  const lines = text.trimEnd().split('\n');
  const room = Math.max(process.stdout.rows - 1, 1);
  const shown =
    lines.length <= room ? lines : [...lines.slice(0, room - 1), `and ${lines.length - room + 1} lines more`];
  return `${HOME}${shown.map((line) => `${line}${CLEAR_LINE}\n`).join('')}${CLEAR_BELOW}`;
}
