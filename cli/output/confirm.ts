import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { CommandInterrupted, CommandRefused } from '../command-refused.ts';

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
 * @throws CommandRefused unless the answer is yes; CommandInterrupted after Ctrl-C
 */
export async function confirm(question: string, terminal: Terminal = TERMINAL): Promise<void> {
  if (!canConfirm(terminal)) return;
  const lines = createInterface(terminal);
  let isInterrupted = false;
  lines.on('SIGINT', () => {
    isInterrupted = true;
    lines.close();
  });
  // Ctrl-D and the end of the input close it without an answer. The question is then rejected, or stays open.
  const closed = once(lines, 'close').then(() => '');
  const given = await Promise.race([lines.question(`${question} [y/N] `).catch(() => ''), closed]);
  lines.close();
  if (/^y(es)?$/i.test(given.trim())) return;
  throw new (isInterrupted ? CommandInterrupted : CommandRefused)('Nothing was changed.');
}
