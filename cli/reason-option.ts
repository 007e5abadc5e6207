import { InvalidArgumentError, Option } from 'commander';
import { scrubWords } from '../domain/credentials.ts';
import { REASON_CHARACTERS_MAX } from '../domain/audit-outcome.ts';

/** Creates the option `--reason`, which says why something is changed. @param about the option's description in `--help` */
export function reasonOption(
  about = 'the reason, for the audit and the timelines of tasks and jobs',
): Option {
  return new Option('--reason <text>', about).argParser(readReason);
}

function readReason(given: string): string {
  const reason = given.trim();
  if (reason === '' || reason.length > REASON_CHARACTERS_MAX)
    throw new InvalidArgumentError(
      `It takes a few words that say why, ${REASON_CHARACTERS_MAX} characters at most.`,
    );
  return scrubWords(reason);
}
