import { allWords, reasonOfEnd, type ProcessEnd } from './reason-of-end.ts';
import { StartRefused } from './refusal.ts';

/** The exit code of our programs for wrong settings and unusable input. */
const REFUSED = 2;

/** The names of refusals that a later start may not repeat: a server was away, or the port was still taken. Processes log them. */
const PASSING =
  /"refusal":"(?:CannotListen|DatabaseUnreachable|MigrationError|OtherInstance|TemporalUnreachable)"/;

/** A process that crashes more often than this is not restarted, nor is one whose settings are wrong. */
export const RESTARTS = { maxRestarts: 5, windowMs: 60_000, refuses };

function refuses({ code, logTail }: { code: number | null; logTail: string }): boolean {
  return code === REFUSED && !PASSING.test(logTail);
}

interface Ended {
  end: ProcessEnd;
  /** The last lines of its log. */
  logTail: string;
  logFile: string;
}

/** Describes the end of a process that is not restarted. @param name such as `the worker` */
export function endOf(name: string, { end, logTail, logFile }: Ended): Error {
  if (refuses({ code: end.code, logTail }))
    return new StartRefused(`The process of ${name} refuses to run: ${allWords(logTail)}`);
  return new Error(
    `The process of ${name} ended for good: ${reasonOfEnd(logTail, end)}; its log: ${logFile}`,
  );
}
