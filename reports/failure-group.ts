import type { FailureGroup } from '../db/queries/failures.ts';
import { scrubWords } from '../domain/credentials.ts';
import { meaningOf, withoutKind } from '../domain/errors.ts';
import { ERROR_KINDS, SEARCH_LENGTH_MAX, searchWords } from '../domain/run-list.ts';

/** Tasks or jobs that failed alike, with the filter of a bulk action that retries them. */
export interface ShownFailures {
  of: FailureGroup['of'];
  /** Null: none was recorded. */
  kind: string | null;
  /** What happens after a failure of this kind; null: not a failure kind of this system. */
  meaning: string | null;
  platform: string | null;
  /** Set if all of them belong to one dispensary. */
  dispensaryId: number | null;
  dispensaryName: string | null;
  message: string;
  count: number;
  /** How many of these are tasks whose dispensary has completed a task since. */
  recovered: number;
  /** How many of these are tasks of dispensaries whose crawls are switched off. */
  stopped: number;
  /** How many of these are tasks that are retried automatically. */
  retrying: number;
  nextRetryAt: Date | null;
  lastAt: Date;
  byHour: number[];
  trend: 'rising' | 'falling' | 'steady';
  /** The filter of a bulk action that retries them. */
  filter: Record<string, string>;
}

/** Converts a group of failures for display. @param since when the first of the hours begins */
export function showFailures(group: FailureGroup, since: Date, hours: number): ShownFailures {
  const { of, kind, platform, dispensaryId, dispensaryName, message } = group;
  const { count, recovered, stopped, retrying, nextRetryAt, lastAt } = group;
  const byHour = Array.from({ length: hours }, (_, hour) => group.byHour[hour] ?? 0);
  return {
    of,
    kind,
    meaning: meaningOf(kind),
    platform,
    dispensaryId,
    dispensaryName,
    message: scrubWords(withoutKind(message, kind)),
    count,
    recovered,
    stopped,
    retrying,
    nextRetryAt,
    lastAt,
    byHour,
    trend: trendOf(byHour),
    filter: filterOf(group, since),
  };
}

const TREND_HOURS = 3;

/** The least difference in failures that counts as a trend. */
const TREND_MIN = 3;

/** Compares the last three hours with the three before them. */
export function trendOf(byHour: readonly number[]): ShownFailures['trend'] {
  const [before, lately] = [byHour.slice(-2 * TREND_HOURS, -TREND_HOURS), byHour.slice(-TREND_HOURS)].map(
    (part) => part.reduce((sum, count) => sum + count, 0),
  ) as [number, number];
  if (Math.abs(lately - before) < TREND_MIN) return 'steady';
  if (lately > before * 1.5) return 'rising';
  return lately < before / 1.5 ? 'falling' : 'steady';
}

/** How many words of the message to search for; more do not distinguish messages better. */
const WORDS_MAX = 6;
const WORD_LETTERS_MIN = 4;

function filterOf({ of, kind, platform, shape }: FailureGroup, since: Date): Record<string, string> {
  const text = searchOf(shape);
  return {
    status: 'failed',
    ...(kind !== null && ERROR_KINDS.test(kind) ? { error: kind } : {}),
    ...(platform === null ? {} : { platform }),
    ...(text === '' || (of === 'jobs' && text.length > SEARCH_LENGTH_MAX) ? {} : { search: text }),
    ended_since: since.toISOString(),
  };
}

/** Returns the longest words that all messages of this shape have in common. */
function searchOf(shape: string): string {
  // Characters next to a variable part belong to a variable word.
  const common = shape.replaceAll(/[^\s]*#[^\s]*/g, ' ').replaceAll(/[^ -~]/g, ' ');
  const text = searchWords(common).filter((word) => new RegExp(`^[a-z]{${WORD_LETTERS_MIN},}$`).test(word));
  const longest = text.toSorted((one, other) => other.length - one.length).slice(0, WORDS_MAX);
  let search = '';
  for (const word of longest)
    if (search.length + word.length < SEARCH_LENGTH_MAX) search = `${search} ${word}`.trim();
  return search;
}
