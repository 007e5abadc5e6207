import type { FailureGroup } from '../db/queries/failures.ts';
import { scrubWords } from '../domain/credentials.ts';
import { meaningOf, withoutKind } from '../domain/errors.ts';
import { ERROR_KINDS, SEARCH_LENGTH_MAX, searchWords } from '../domain/run-list.ts';

/** Tasks or jobs that failed alike, with the bulk action that is about them. */
export interface ShownFailures {
  of: FailureGroup['of'];
  /** Null: none was noted. */
  kind: string | null;
  /** What happens after a failure of this kind; null: it is none of ours. */
  meaning: string | null;
  platform: string | null;
  /** Where all of them are of one. */
  dispensaryId: number | null;
  dispensaryName: string | null;
  message: string;
  count: number;
  /** Of these, tasks whose dispensary has completed one since. */
  recovered: number;
  /** Of these, tasks that are tried again by themselves. */
  retrying: number;
  nextRetryAt: Date | null;
  lastAt: Date;
  byHour: number[];
  trend: 'rising' | 'falling' | 'steady';
  /** For a bulk action that retries them. */
  filter: Record<string, string>;
}

/** @param since where the hours begin */
export function showFailures(group: FailureGroup, since: Date, hours: number): ShownFailures {
  const { of, kind, platform, dispensaryId, dispensaryName, message } = group;
  const { count, recovered, retrying, nextRetryAt, lastAt } = group;
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
    retrying,
    nextRetryAt,
    lastAt,
    byHour,
    trend: trendOf(byHour),
    filter: filterOf(group, since),
  };
}

const TREND_HOURS = 3;

/** A single failure is no trend. */
const TREND_MIN = 3;

/** Of the last hours against as many before them. */
export function trendOf(byHour: readonly number[]): ShownFailures['trend'] {
  const [before, lately] = [byHour.slice(-2 * TREND_HOURS, -TREND_HOURS), byHour.slice(-TREND_HOURS)].map(
    (part) => part.reduce((sum, count) => sum + count, 0),
  ) as [number, number];
  if (Math.abs(lately - before) < TREND_MIN) return 'steady';
  if (lately > before * 1.5) return 'rising';
  return lately < before / 1.5 ? 'falling' : 'steady';
}

/** More words do not tell messages better apart. */
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

/** Words that all messages of this shape have. */
function searchOf(shape: string): string {
  // What stands next to a part that differs belongs to a word that differs.
  const common = shape.replaceAll(/[^\s]*#[^\s]*/g, ' ').replaceAll(/[^ -~]/g, ' ');
  const text = searchWords(common).filter((word) => new RegExp(`^[a-z]{${WORD_LETTERS_MIN},}$`).test(word));
  const longest = text.toSorted((one, other) => other.length - one.length).slice(0, WORDS_MAX);
  let search = '';
  for (const word of longest)
    if (search.length + word.length < SEARCH_LENGTH_MAX) search = `${search} ${word}`.trim();
  return search;
}
