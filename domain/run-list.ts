import { JOB_ID } from './job.ts';
import { isClosed, type TaskStatus } from './task.ts';

/** Sort keys of lists of tasks and jobs. */
export const RUN_SORTS = ['created', 'ended', 'duration', 'priority', 'retries'] as const;
export const SORT_ORDERS = ['desc', 'asc'] as const;

/** The order of a list of tasks or jobs. */
export interface RunOrder {
  sort: (typeof RUN_SORTS)[number];
  order: (typeof SORT_ORDERS)[number];
}

export const NEWEST_FIRST: RunOrder = { sort: 'created', order: 'desc' };

/** Whether a list in this order excludes open runs, which have no end yet. */
export function isOfClosed({ sort }: RunOrder): boolean {
  return sort === 'ended' || sort === 'duration';
}

/** Returns the conflict between an order and the requested statuses, in words that follow a name; null if there is none. */
export function orderFault(order: RunOrder, statuses: readonly string[] | undefined): string | null {
  if (!isOfClosed(order) || statuses === undefined) return null;
  if (statuses.some((status) => isClosed(status as TaskStatus))) return null;
  return `takes ended and duration only for closed tasks or jobs, got ${order.sort} with the status ${statuses.join(',')}`;
}

/** Error kinds, separated by commas. */
export const ERROR_KINDS = /^[A-Za-z][\w.$-]{0,99}(,[A-Za-z][\w.$-]{0,99}){0,49}$/;
export const ERROR_KINDS_TAKES =
  'one or several kinds of errors, separated by commas, such as Blocked,RateLimited';

/** The most ids that fit into a URL. */
const IDS_MAX = 100;

const TASK_ID = "[\\w.!~*'()=-]{1,1500}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
export const TASK_IDS = new RegExp(`^${TASK_ID}(?:,${TASK_ID}){0,${IDS_MAX - 1}}$`);
export const TASK_IDS_TAKES = `one to ${IDS_MAX} ids of tasks, as lists give them, separated by commas`;

/** The longest list of job ids, in characters: a proxy in front of the API may allow 16 kB for a URL and all headers, as Node does. */
const JOB_IDS_LENGTH_MAX = 8_000;

const JOB_ID_PART = JOB_ID.source.slice(1, -1);
export const JOB_IDS = new RegExp(
  `^(?=.{1,${JOB_IDS_LENGTH_MAX}}$)${JOB_ID_PART}(?:,${JOB_ID_PART}){0,${IDS_MAX - 1}}$`,
);
export const JOB_IDS_TAKES = `one to ${IDS_MAX} ids of jobs, as lists give them, separated by commas, ${JOB_IDS_LENGTH_MAX} characters at most`;

/** Search words: at least one letter or digit, and no control characters. */
export const SEARCH_WORDS =
  /^[ -~\u00a0-\ud7ff\ue000-\uffff]{0,99}[A-Za-z0-9\u00c0-\ud7ff][ -~\u00a0-\ud7ff\ue000-\uffff]{0,99}$/;
export const SEARCH_LENGTH_MAX = 100;
export const SEARCH_WORDS_TAKES = `1 to ${SEARCH_LENGTH_MAX} characters with a letter or a digit, none of them a control character`;

/** Splits a search into its distinct words, in lower case, as the ledger splits texts. */
export function searchWords(search: string): string[] {
  const words = search.toLowerCase().split(/[\s!-/:-@[-`{-~]+/u);
  return [...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)))];
}

/** Whether texts contain all words of a search. */
export function haveWords(texts: (string | null)[], search: string): boolean {
  const text = texts.join(' ').toLowerCase();
  return searchWords(search).every((word) => text.includes(word));
}

/** Tasks are counted exactly up to here; a longer list only says that there are more. */
export const COUNTED_MAX = 10_000;
