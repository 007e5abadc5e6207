import { CommandRefused } from './command-refused.ts';

/** @throws CommandRefused when nothing can lie between the options `--since` and `--until`, or others of these beginnings */
export function refuseReversed(
  { since, until }: { since?: Date | undefined; until?: Date | undefined },
  beginning = '',
): void {
  if (since === undefined || until === undefined || since < until) return;
  const [from, to] = [since.toISOString(), until.toISOString()];
  throw new CommandRefused(`--${beginning}since ${from} is not before --${beginning}until ${to}.`);
}
