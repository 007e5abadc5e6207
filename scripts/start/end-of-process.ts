import { lastWords, reasonOfEnd, type ProcessEnd } from './reason-of-end.ts';
import { StartRefused } from './refusal.ts';

/** The exit code of our programs for wrong settings and unusable input. */
const REFUSED = 2;

/** A process that crashes more often than this is not restarted, nor is one whose settings are wrong. */
export const RESTARTS = { maxRestarts: 5, windowMs: 60_000, refusedCode: REFUSED };

interface Ended {
  end: ProcessEnd;
  /** The last lines of its log. */
  logTail: string;
  logFile: string;
}

/** Describes the end of a process that is not restarted. @param name such as `the worker` */
export function endOf(name: string, { end, logTail, logFile }: Ended): Error {
  if (end.code === REFUSED)
    return new StartRefused(`The process of ${name} refuses to run: ${lastWords(logTail)}`);
  return new Error(
    `The process of ${name} ended for good: ${reasonOfEnd(logTail, end)}; its log: ${logFile}`,
  );
}
