import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { CommandRefused } from '../command-refused.ts';

/** The input and output with which a person is asked. */
export interface Terminal {
  input: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream;
  output: Pick<WriteStream, 'isTTY'> & NodeJS.WritableStream;
}

const TERMINAL: Terminal = { input: process.stdin, output: process.stderr };

/** Whether a person can answer a question: input and output are a terminal. A script goes on without a question. */
export function canConfirm({ input, output }: Terminal = TERMINAL): boolean {
  return input.isTTY && output.isTTY;
}

/**
 * Asks a person before a change that cannot be undone. Returns at once if input or output is no terminal, as in a script.
 * @param question what would happen, such as “Revoke the key 5f0c?”
 * @throws CommandRefused unless the answer is yes
 */
export async function confirm(question: string, terminal: Terminal = TERMINAL): Promise<void> {
  if (!canConfirm(terminal)) return;
  const lines = createInterface(terminal);
  // Ctrl-C and Ctrl-D close the input, and then the question gets no answer.
  const closed = once(lines, 'close').then(() => '');
  const given = await Promise.race([lines.question(`${question} [y/N] `), closed]);
  lines.close();
  if (!/^y(es)?$/i.test(given.trim())) throw new CommandRefused('Nothing was changed.');
}
