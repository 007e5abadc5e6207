import { CommandRefused } from './command-refused.ts';

/** @throws CommandRefused when nothing can lie between `--since` and `--until` */
export function refuseReversed({ since, until }: { since?: Date; until?: Date }): void {
  if (since === undefined || until === undefined || since < until) return;
  throw new CommandRefused(`--since ${since.toISOString()} is not before --until ${until.toISOString()}.`);
}
