import type { RunsOf } from '../server/api-client.ts';
import { KEYS, keyFor, type SearchKey } from './search-keys.ts';

/** Query parameters of the API. */
export type Filter = Record<string, string>;

export interface ParsedSearch {
  filter: Filter;
  /** One sentence for each error in the search. */
  faults: string[];
}

/** A token of a search. */
export interface Token {
  /** Null: a plain search word. */
  key: string | null;
  value: string;
  /** The token as typed. */
  text: string;
  start: number;
}

const TOKEN = /([A-Za-z_]+):("[^"]*"?|\S*)|"[^"]*"?|\S+/g;

/** Splits a search into tokens, in order. */
export function tokensOf(search: string): Token[] {
  return [...search.matchAll(TOKEN)].map(({ 0: text, 1: key, 2: value = text, index: start }) => ({
    key: key ?? null,
    value: value.replaceAll('"', ''),
    text,
    start,
  }));
}

/**
 * Parses a search such as `status:failed state:NV age:>2h timed out`.
 * @param of the searched list
 * @param nowMs the time from which spans count
 */
export function parseSearch(search: string, { of, nowMs }: { of: RunsOf; nowMs: number }): ParsedSearch {
  const filter: Filter = {};
  const faults: string[] = [];
  const words: string[] = [];
  for (const { key, value } of tokensOf(search)) {
    if (key === null) words.push(value);
    else {
      const fault = addTo(filter, { of, key: key.toLowerCase(), value, nowMs });
      if (fault !== null) faults.push(fault);
    }
  }
  if (words.length > 0) filter['search'] = words.join(' ');
  return { filter, faults };
}

/** Adds the conditions of a key to a filter. @returns a sentence that says what is wrong; null: nothing */
function addTo(
  filter: Filter,
  { of, key, value, nowMs }: { of: RunsOf; key: string; value: string; nowMs: number },
): string | null {
  const known = KEYS[of].find(({ name }) => name === key);
  if (known === undefined) return unknownKey(of, key);
  if (value === '') return `"${key}:" has nothing behind it: ${helpOf(known)}.`;
  const wanted = conditionsOf(known, value, nowMs);
  if (wanted === null) return `"${key}:${value}" is not understood: ${helpOf(known)}.`;
  for (const [parameter, requested] of Object.entries(wanted)) {
    const before = filter[parameter];
    if (before !== undefined && known.isSeveral !== true) return `"${key}:" is given twice.`;
    filter[parameter] = before === undefined ? requested : `${before},${requested}`;
  }
  return null;
}

function unknownKey(of: RunsOf, key: string): string {
  if (of === 'jobs' && key === 'role') return 'Jobs have no role. Search for their type with "type:".';
  return `There is no "${key}:". Possible are ${KEYS[of].map(({ name }) => name).join(', ')}.`;
}

function helpOf({ help, values, isSeveral }: SearchKey): string {
  if (values === undefined) return help;
  return `${help}, ${isSeveral === true ? 'one or several' : 'one'} of ${values.join(', ')}`;
}

/** Converts the value of a key to conditions of the filter; null if the value is invalid. */
function conditionsOf(
  { name, parameter, values, isSeveral }: SearchKey,
  value: string,
  nowMs: number,
): Filter | null {
  if (name === 'age' || name === 'ended') return spanOf(name, value, nowMs);
  if (name === 'priority' || name === 'retries') return numberOf(name, value);
  if (name === 'state') return STATES.test(value) ? { state: value.toUpperCase() } : null;
  const given = isSeveral === true ? value.split(',') : [value];
  if (values !== undefined && !given.every((one) => values.includes(one))) return null;
  return { [parameter]: value };
}

const STATES = /^[a-z]{2}(,[a-z]{2})*$/i;

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function spanOf(name: 'age' | 'ended', value: string, nowMs: number): Filter | null {
  const [, sign, count, unit] = /^([<>])=?(\d{1,6})([smhd])$/.exec(value) ?? [];
  if (sign === undefined || count === undefined || unit === undefined) return null;
  const at = new Date(nowMs - Number(count) * (UNIT_MS[unit] ?? 0)).toISOString();
  const [since, until] = name === 'age' ? ['since', 'until'] : ['ended_since', 'ended_until'];
  return { [sign === '<' ? since : until]: at };
}

function numberOf(name: 'priority' | 'retries', value: string): Filter | null {
  const [, least, number] = /^(>=)?(-?\d{1,7})$/.exec(value) ?? [];
  if (number === undefined) return null;
  if (name === 'retries') return { retries_min: number };
  return least === undefined ? { priority: number } : { priority_min: number };
}

/** Returns a search with a key set to a value, or without the key. @param value null: removes the key */
export function withKey(search: string, key: string, value: string | null): string {
  const others = tokensOf(search).filter((token) => token.key?.toLowerCase() !== key);
  const texts = others.map(({ text }) => text);
  return [...(value === null ? [] : [`${key}:${quoted(value)}`]), ...texts].join(' ');
}

/** Returns the value of a key in a search; empty if the search does not have the key. */
export function valueOf(search: string, key: string): string {
  return tokensOf(search).find((token) => token.key?.toLowerCase() === key)?.value ?? '';
}

/** Converts a filter of the API into a search. */
export function searchOf(filter: Filter): string {
  return Object.entries(filter)
    .map(([parameter, value]) => {
      if (parameter === 'search') return value;
      if (parameter === 'priority_min') return `priority:>=${value}`;
      return `${keyFor(parameter)}:${quoted(value)}`;
    })
    .join(' ');
}

/** Quotes a value that contains spaces. */
export function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
