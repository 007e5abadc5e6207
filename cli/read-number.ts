import { InvalidArgumentError } from 'commander';

/** A whole number above 0, as ids and counts are. @param takes what is accepted, for the refusal: “It takes …” */
export function readNumber(text: string, takes: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError(`It takes ${takes}.`);
  return Number(text);
}
