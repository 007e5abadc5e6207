import { InvalidArgumentError } from 'commander';

/** Parses a time with a time zone, such as 2026-01-31T08:00:00Z. */
export function readTime(given: string): Date {
  const time = new Date(given);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(given) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It takes a time with its zone, such as 2026-01-31T08:00:00Z.');
  return time;
}
