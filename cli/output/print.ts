/** Writes a line to standard output. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints the result of a command: as JSON with `--json`, else in words, with exactly one line break at the end. */
export function answer<Value>(
  value: Value,
  { json }: { json?: boolean | undefined },
  inWords: (value: Value) => string,
): void {
  printLine(json === true ? JSON.stringify(value) : inWords(value).replace(/\n$/, ''));
}
