import { InvalidArgumentError } from 'commander';

/** Parses a whole number above 0, such as an id or a count. @param takes names the accepted values, for the message “It takes …” */
export function readNumber(text: string, takes: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError(`It takes ${takes}.`);
  return Number(text);
}

/** Creates a parser of several whole numbers above 0, for an argument or option that takes several words. */
export function collectNumbers(takes: string): (text: string, before: number[] | undefined) => number[] {
  return (text, before) => [...(before ?? []), readNumber(text, takes)];
}
