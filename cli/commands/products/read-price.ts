import { InvalidArgumentError } from 'commander';

/** Parses a price, such as 12.50. */
export function readPrice(text: string): number {
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('It takes a price, such as 12.50.');
  return Number(text);
}
