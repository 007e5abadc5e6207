import { InvalidArgumentError } from 'commander';

/**
 * Creates a parser of numbers.
 * @param takes names the accepted values, for the message “It takes …”
 * @param pattern matches them; default: whole numbers above 0, such as ids and counts
 */
export function readNumber(
  takes = 'a whole number above 0',
  pattern = /^[1-9]\d{0,14}$/,
): (text: string) => number {
  return (text) => {
    if (pattern.test(text)) return Number(text);
    throw new InvalidArgumentError(`It takes ${takes}.`);
  };
}

/** Creates a parser of several whole numbers above 0, for an argument or option that takes several words. */
export function collectNumbers(takes: string): (text: string, before: number[] | undefined) => number[] {
  const read = readNumber(takes);
  return (text, before) => [...(before ?? []), read(text)];
}
