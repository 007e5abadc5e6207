import { InvalidArgumentError } from 'commander';

/** Parses a whole number above 0, such as an id or a count. @param takes names the accepted values, for the message “It takes …” */
export function readNumber(text: string, takes: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError(`It takes ${takes}.`);
  return Number(text);
}
