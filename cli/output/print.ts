import { nameOwnCommand } from '../process-ports.ts';

/** Writes a line to standard output. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a line of words to standard output. The calls of the command in it can be typed as they stand. */
export function printWords(text: string): void {
  printLine(nameOwnCommand(text));
}

/** Prints the result of a command: as JSON with `--json`, else in words, with exactly one line break at the end. */
export function answer<Value>(
  value: Value,
  { json }: { json?: boolean | undefined },
  inWords: (value: Value) => string,
): void {
  if (json === true) printLine(JSON.stringify(value));
  else printWords(inWords(value).replace(/\n$/, ''));
}
