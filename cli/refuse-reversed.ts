import { CommandRefused } from './command-refused.ts';

/**
 * Refuses `--since` and `--until` if no time is between them.
 * @param beginning the common prefix of both options' names, such as `ended-`
 * @throws CommandRefused
 */
export function refuseReversed(
  { since, until }: { since?: Date | undefined; until?: Date | undefined },
  beginning = '',
): void {
  if (since === undefined || until === undefined || since < until) return;
  const [from, to] = [since.toISOString(), until.toISOString()];
  throw new CommandRefused(`--${beginning}since ${from} is not before --${beginning}until ${to}.`);
}
