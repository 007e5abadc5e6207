import type { RunsOf } from '../server/api-client.ts';
import { KEYS } from './search-keys.ts';
import { quoted, tokensOf } from './search-words.ts';

/** A suggestion, and the search that results from accepting it. */
export interface Suggestion {
  text: string;
  help: string;
  search: string;
}

/** How many suggestions there are at most; after a key, all its fixed values are suggested. */
const SUGGESTED_MAX = 8;

export interface SuggestFrom {
  /** The searched list. */
  of: RunsOf;
  /** Returns the values that the runs of the list have for a search key without fixed values. */
  seen: (key: string) => readonly string[];
}

/** Fewer letters are in too many values. */
const LETTERS_MIN = 3;

/**
 * Finds the fixed values of keys that contain what is typed, so that `discovery` leads to `role:store_discovery`: plain words are
 * searched in what a task did, not in what it is. Keys that the search has already are left out.
 */
function valuesWith(
  typed: string,
  { of, before }: { of: RunsOf; before: string },
): Omit<Suggestion, 'search'>[] {
  if (typed.length < LETTERS_MIN) return [];
  const given = new Set(tokensOf(before).map(({ key }) => key?.toLowerCase()));
  return KEYS[of]
    .filter(({ name }) => !given.has(name))
    .flatMap(({ name, values = [], help }) =>
      values.filter((value) => value.includes(typed)).map((value) => ({ text: `${name}:${value}`, help })),
    );
}

/** Suggests completions for the end of a search. */
export function suggest(search: string, { of, seen }: SuggestFrom): Suggestion[] {
  const last = tokensOf(search).at(-1);
  const isOpen = last !== undefined && last.start + last.text.length === search.length;
  const before = isOpen ? search.slice(0, last.start) : search === '' ? '' : `${search.trimEnd()} `;
  if (!isOpen) return [];
  if (last.key === null) {
    const typed = last.value.toLowerCase();
    const keys = KEYS[of].filter(({ name }) => name.startsWith(typed));
    return [
      ...keys.map(({ name, help }) => ({ text: `${name}:`, help, search: `${before}${name}:` })),
      ...valuesWith(typed, { of, before }).map(({ text, help }) => ({
        text,
        help,
        search: `${before}${text} `,
      })),
    ].slice(0, SUGGESTED_MAX);
  }
  const key = KEYS[of].find(({ name }) => name === last.key?.toLowerCase());
  if (key === undefined) return [];
  const parts = last.value.split(',');
  const typed = (parts.pop() ?? '').toLowerCase();
  const given = parts.map((part) => `${part},`).join('');
  return [...new Set(key.values ?? seen(key.name))]
    .filter((value) => value.toLowerCase().startsWith(typed) && !parts.includes(value))
    .slice(0, key.values === undefined ? SUGGESTED_MAX : Infinity)
    .map((value) => ({
      text: value,
      help: key.help,
      search: `${before}${key.name}:${quoted(`${given}${value}`)} `,
    }));
}
