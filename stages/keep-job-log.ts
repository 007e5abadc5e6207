import { activityInfo } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import { appendLogLines, findLastLogNumber, type LogLine } from '../db/queries/job-log.ts';
import type { HeldJob } from '../db/queries/job-runs.ts';
import { scrubWords } from '../domain/credentials.ts';
import { LOG_BYTES_MAX, LOG_LINES_MAX, logLinesOf } from '../domain/job-log.ts';
import { savePeriodically } from './save-periodically.ts';

/** How long a logged line may take until others see it. */
const SAVE_EVERY_MS = 1_000;

/** The log of an attempt. */
export interface JobLog {
  /** Takes a text, of one or more lines. Never waits and never throws. */
  log: (text: string) => void;
  /** Saves the last lines, and stops. @throws CrawlError StaleAttempt */
  end(): Promise<void>;
}

/** Keeps what an attempt logs, without its credentials. Lines that could not be saved wait for the next time, up to the log's limits. */
export function keepJobLog(db: Db, held: HeldJob): JobLog {
  const { attempt } = activityInfo();
  let waiting: LogLine[] = [];
  let waitingLength = 0;
  let count = 0;
  /** The number of the last line of the earlier attempts. */
  let earlier: number | null = null;
  const dropBefore = (place: number): void => {
    for (const { line } of waiting.slice(0, place)) waitingLength -= line.length;
    waiting = waiting.slice(place);
  };
  const end = savePeriodically({
    everyMs: SAVE_EVERY_MS,
    read: () => count,
    async save(upTo) {
      earlier ??= await findLastLogNumber(db, held);
      const before = earlier;
      const lines = waiting.filter(({ number }) => number <= upTo);
      const scrubbed = lines.map(({ line }) => scrubWords(line));
      await appendLogLines(
        db,
        held,
        lines.map((line, place) => ({ ...line, number: before + line.number, line: scrubbed[place] ?? '' })),
      );
      const next = waiting.findIndex(({ number }) => number > upTo);
      dropBefore(next < 0 ? waiting.length : next);
    },
  });
  return {
    log(text) {
      const at = new Date();
      for (const line of logLinesOf(text)) {
        count += 1;
        waiting.push({ number: count, attempt, at, line });
        waitingLength += line.length;
      }
      // Twice the limits, so that a line more does not copy all of them.
      if (waiting.length <= 2 * LOG_LINES_MAX && waitingLength <= 2 * LOG_BYTES_MAX) return;
      dropBefore(firstKept(waiting));
    },
    end,
  };
}

function firstKept(lines: LogLine[]): number {
  let length = 0;
  const last = lines.findLastIndex(({ line }, place) => {
    length += line.length;
    return length > LOG_BYTES_MAX || lines.length - place > LOG_LINES_MAX;
  });
  return last + 1;
}
