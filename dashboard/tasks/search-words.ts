import { TASK_VALUES } from '../server/api-answers.ts';

/** A word before a colon, and what may stand behind it. */
interface SearchKey {
  name: string;
  /** The parameter of the API. */
  parameter: string;
  help: string;
  /** What it takes, where these are few. */
  values?: readonly string[];
  /** Several values may be given, with commas. */
  isSeveral?: boolean;
}

/** Where a task is, in the order in which it comes there. */
export const STATUSES = TASK_VALUES.status;

/** Of those what is not over. */
export const OPEN: readonly string[] = STATUSES.slice(0, 4);

/** What a search takes. A moment is a span from now, such as `>2h`, or a time of ISO 8601. */
const SEARCH_KEYS: readonly SearchKey[] = [
  { name: 'status', parameter: 'status', help: 'where it is', values: STATUSES, isSeveral: true },
  { name: 'role', parameter: 'role', help: 'what it does', values: TASK_VALUES.role },
  { name: 'error', parameter: 'error', help: 'the kind of its last error', isSeveral: true },
  { name: 'state', parameter: 'state', help: 'two letters' },
  { name: 'platform', parameter: 'platform', help: 'whose menu it is', values: TASK_VALUES.platform },
  {
    name: 'stage',
    parameter: 'stage',
    help: 'where an open crawl is',
    values: ['fetch', 'ingest', 'images'],
  },
  { name: 'worker', parameter: 'worker', help: 'who has it, or had it last' },
  { name: 'store', parameter: 'dispensary_id', help: 'the number of a dispensary' },
  { name: 'age', parameter: 'age', help: 'since it was created, such as >2h or <15m' },
  { name: 'ended', parameter: 'ended', help: 'since it ended, such as <1h' },
  { name: 'priority', parameter: 'priority', help: 'such as 20 or >=10' },
  { name: 'retries', parameter: 'retries_min', help: 'retried so often or more' },
  { name: 'by', parameter: 'requested_by', help: 'who asked for it' },
  { name: 'from', parameter: 'started_by', help: 'the workflow that started it' },
  { name: 'since', parameter: 'since', help: 'created at this time or later' },
  { name: 'until', parameter: 'until', help: 'created before this time' },
  { name: 'ended_since', parameter: 'ended_since', help: 'ended at this time or later' },
  { name: 'ended_until', parameter: 'ended_until', help: 'ended before this time' },
];

/** What the API is asked for. */
export type Filter = Record<string, string>;

export interface ParsedSearch {
  filter: Filter;
  /** What is wrong with it, a sentence each. */
  faults: string[];
}

interface Token {
  /** Null: a word that is searched for. */
  key: string | null;
  value: string;
  /** As it was typed. */
  text: string;
  start: number;
}

const TOKEN = /([A-Za-z_]+):("[^"]*"?|\S*)|"[^"]*"?|\S+/g;

/** The parts of a search, in their order. */
function tokensOf(search: string): Token[] {
  return [...search.matchAll(TOKEN)].map(({ 0: text, 1: key, 2: value = text, index: start }) => ({
    key: key ?? null,
    value: value.replaceAll('"', ''),
    text,
    start,
  }));
}

/** Reads a search such as `status:failed state:NV age:>2h timed out`. @param nowMs what spans count from */
export function parseSearch(search: string, nowMs: number): ParsedSearch {
  const filter: Filter = {};
  const faults: string[] = [];
  const words: string[] = [];
  for (const { key, value } of tokensOf(search)) {
    if (key === null) words.push(value);
    else {
      const fault = addTo(filter, { key: key.toLowerCase(), value, nowMs });
      if (fault !== null) faults.push(fault);
    }
  }
  if (words.length > 0) filter['search'] = words.join(' ');
  return { filter, faults };
}

/** @returns what is wrong; null: nothing */
function addTo(
  filter: Filter,
  { key, value, nowMs }: { key: string; value: string; nowMs: number },
): string | null {
  const known = SEARCH_KEYS.find(({ name }) => name === key);
  if (known === undefined)
    return `There is no "${key}:". Possible are ${SEARCH_KEYS.map(({ name }) => name).join(', ')}.`;
  if (value === '') return `"${key}:" has nothing behind it: ${known.help}.`;
  const wanted = conditionsOf(known, value, nowMs);
  if (wanted === null) return `"${key}:${value}" is not understood: ${known.help}.`;
  for (const [parameter, asked] of Object.entries(wanted)) {
    const before = filter[parameter];
    if (before !== undefined && known.isSeveral !== true) return `"${key}:" is given twice.`;
    filter[parameter] = before === undefined ? asked : `${before},${asked}`;
  }
  return null;
}

/** Null: it is not understood. */
function conditionsOf({ name, parameter, values }: SearchKey, value: string, nowMs: number): Filter | null {
  if (name === 'age' || name === 'ended') return spanOf(name, value, nowMs);
  if (name === 'priority' || name === 'retries') return numberOf(name, value);
  if (name === 'state') return { state: value.toUpperCase() };
  if (values !== undefined && !value.split(',').every((one) => values.includes(one))) return null;
  return { [parameter]: value };
}

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

/** The search with one key set anew, or left out. */
export function withKey(search: string, key: string, value: string | null): string {
  const others = tokensOf(search).filter((token) => token.key?.toLowerCase() !== key);
  const texts = others.map(({ text }) => text);
  return [...(value === null ? [] : [`${key}:${quoted(value)}`]), ...texts].join(' ');
}

/** What a search has for a key; empty: nothing. */
export function valueOf(search: string, key: string): string {
  return tokensOf(search).find((token) => token.key?.toLowerCase() === key)?.value ?? '';
}

/** The search that asks for what a filter of the API does. */
export function searchOf(filter: Filter): string {
  return Object.entries(filter)
    .map(([parameter, value]) => {
      if (parameter === 'search') return value;
      if (parameter === 'priority_min') return `priority:>=${value}`;
      const key = SEARCH_KEYS.find((one) => one.parameter === parameter)?.name ?? parameter;
      return `${key}:${quoted(value)}`;
    })
    .join(' ');
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

/** What could come next, and the search with it. */
export interface Suggestion {
  text: string;
  help: string;
  search: string;
}

const SUGGESTED_MAX = 8;

/**
 * What could stand where somebody types, at the end of a search.
 * @param seen values of keys that take any, as the list shows them
 */
export function suggest(search: string, seen: Readonly<Record<string, readonly string[]>>): Suggestion[] {
  const last = tokensOf(search).at(-1);
  const isOpen = last !== undefined && last.start + last.text.length === search.length;
  const before = isOpen ? search.slice(0, last.start) : search === '' ? '' : `${search.trimEnd()} `;
  if (!isOpen) return [];
  if (last.key === null) {
    const typed = last.value.toLowerCase();
    return SEARCH_KEYS.filter(({ name }) => name.startsWith(typed))
      .slice(0, SUGGESTED_MAX)
      .map(({ name, help }) => ({ text: `${name}:`, help, search: `${before}${name}:` }));
  }
  const key = SEARCH_KEYS.find(({ name }) => name === last.key?.toLowerCase());
  if (key === undefined) return [];
  const parts = last.value.split(',');
  const typed = (parts.pop() ?? '').toLowerCase();
  const given = parts.map((part) => `${part},`).join('');
  return [...new Set(key.values ?? seen[key.name] ?? [])]
    .filter((value) => value.toLowerCase().startsWith(typed) && !parts.includes(value))
    .slice(0, SUGGESTED_MAX)
    .map((value) => ({
      text: value,
      help: key.help,
      search: `${before}${key.name}:${quoted(`${given}${value}`)} `,
    }));
}
