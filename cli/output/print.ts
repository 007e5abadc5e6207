/** Writes a line, for whoever called. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes what a command has to say: as JSON where that was asked for, else in words, which end with their own line break or get one. */
export function answer<Value>(
  value: Value,
  { json }: { json?: boolean | undefined },
  inWords: (value: Value) => string,
): void {
  printLine(json === true ? JSON.stringify(value) : inWords(value).replace(/\n$/, ''));
}
