/** Quotes a word for a shell, unless the shell takes it as it stands. */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", () => String.raw`'\''`)}'`;
}
