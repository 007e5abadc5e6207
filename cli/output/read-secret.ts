import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandInterrupted, CommandRefused } from '../command-refused.ts';

/**
 * Reads a secret: what is typed after a question, without showing it, or else all of standard input without the last line end.
 * @throws CommandRefused when there is none; CommandInterrupted after Ctrl-C
 */
export async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const secret =
    stdin.isTTY && stderr.isTTY ? await readHidden(question) : (await text(stdin)).replace(/\r?\n$/, '');
  if (secret !== '') return secret;
  throw new CommandRefused(
    'No value was given; nothing was changed. Type one, or give it on standard input.',
  );
}

async function readHidden(question: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  // From here on the terminal shows nothing.
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write(question);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  lines.on('SIGINT', () => reject(new CommandInterrupted('Nothing was changed.')));
  lines.on('line', resolve);
  // Ctrl-D.
  lines.on('close', () => resolve(''));
  try {
    return await promise;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
