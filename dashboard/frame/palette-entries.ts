import type { RunSearch } from '../tasks/run-search.ts';
import { isTaskId } from '../workers/task-ids.ts';
import { THEMES, type Theme } from './themes.ts';

/** What happens when the user chooses an entry of the palette. */
type Choice =
  | {
      to: '/' | '/tasks' | '/jobs' | '/workers' | '/proxies' | '/platforms' | '/quarantine';
      search?: RunSearch;
    }
  | { task: string }
  | { job: string }
  | { dispensary: number }
  /** Opens a dialog of the task list. */
  | { ask: NonNullable<RunSearch['ask']>; for?: string }
  | { theme: Theme };

export interface PaletteEntry {
  /** The kind of entry: a page, a task, a job, a dispensary or an action. */
  sort: string;
  text: string;
  /** More words that match the entry. */
  also?: string;
  choice: Choice;
}

/** Entries that need no request to the API. */
const FIXED: readonly PaletteEntry[] = [
  { sort: 'Page', text: 'Overview', choice: { to: '/' } },
  { sort: 'Page', text: 'Tasks', choice: { to: '/tasks' } },
  { sort: 'Page', text: 'Tasks that failed', choice: { to: '/tasks', search: { q: 'status:failed' } } },
  {
    sort: 'Page',
    text: 'Tasks that are open',
    choice: { to: '/tasks', search: { q: 'status:pending,claimed,running,stale' } },
  },
  { sort: 'Page', text: 'Jobs', also: 'generic scrapes downloads', choice: { to: '/jobs' } },
  { sort: 'Page', text: 'Jobs that failed', choice: { to: '/jobs', search: { q: 'status:failed' } } },
  { sort: 'Page', text: 'Workers', also: 'pods scale decommission', choice: { to: '/workers' } },
  {
    sort: 'Page',
    text: 'Proxies',
    also: 'enable disable test import resting',
    choice: { to: '/proxies' },
  },
  { sort: 'Page', text: 'Quarantine', also: 'doubted menus suspect', choice: { to: '/quarantine' } },
  { sort: 'Page', text: 'Platforms', also: 'stop start limits pace breaker', choice: { to: '/platforms' } },
  {
    sort: 'Action',
    text: 'Create a task',
    also: 'crawl start new dispensary store discovery',
    choice: { ask: 'create' },
  },
  { sort: 'Action', text: 'Recover stuck tasks', also: 'stale hung', choice: { ask: 'recover' } },
  ...THEMES.map((theme) => ({ sort: 'Action', text: `Theme: ${theme}`, choice: { theme } })),
];

const SHOWN_MAX = 12;

/** How many letters must be typed before dispensaries are searched. */
const LETTERS_LEAST = 2;

/** Whether the typed text is long enough to search dispensaries by name, and is no task id. */
export function isName(typed: string): boolean {
  return typed.trim().length >= LETTERS_LEAST && !isTaskId(typed.trim());
}

/** Returns the part of the typed text that names a dispensary: `oak` for `crawl oak`. */
export function namedIn(typed: string): string {
  return typed.trim().replace(CRAWL, '');
}

const CRAWL = /^crawl\s+/i;

/** Job ids as the API accepts them. */
const JOB_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{1,149}$/;

/** Whether the typed text may be a job id. */
export function isJobId(typed: string): boolean {
  return JOB_ID.test(typed.trim());
}

/** The fields of a job that the palette shows. */
interface NamedJob {
  id: string;
  job_type?: string | null;
  status: string;
}

/** The fields of a dispensary that the palette shows. */
interface NamedDispensary {
  id: number;
  name: string;
  city: string | null;
  state: string | null;
}

/** What the API has found, for the typed text or for an earlier, shorter text. */
interface Found {
  dispensaries?: readonly NamedDispensary[];
  job?: NamedJob | null;
}

/** Returns the entries that match the typed text, the best match first. */
export function paletteEntries(typed: string, { dispensaries = [], job = null }: Found = {}): PaletteEntry[] {
  const text = typed.trim();
  if (isTaskId(text)) return [{ sort: 'Task', text, choice: { task: text } }];
  const words = text.toLowerCase().split(/\s+/);
  const fixed = FIXED.filter((entry) => hasAll(words, `${entry.text} ${entry.also ?? ''}`));
  // The API may have answered for an earlier, shorter text, so its dispensaries are filtered again.
  const ofName = namedIn(text).toLowerCase().split(/\s+/);
  const named =
    text === '' ? [] : dispensaries.filter((one) => hasAll(ofName, `${one.name} ${one.city ?? ''}`));
  const found = named
    .flatMap(entriesOfDispensary)
    .filter(({ sort }) => sort === 'Action' || !CRAWL.test(text));
  const jobs = job?.id === text ? [entryOfJob(job)] : [];
  const search: PaletteEntry[] =
    text === ''
      ? []
      : [{ sort: 'Search', text: `Tasks with "${text}"`, choice: { to: '/tasks', search: { q: text } } }];
  return [...[...jobs, ...fixed, ...found].slice(0, SHOWN_MAX), ...search];
}

function hasAll(words: readonly string[], text: string): boolean {
  const inSmall = text.toLowerCase();
  return words.every((word) => inSmall.includes(word));
}

/** Describes a dispensary with its city and state. A city that ends the name is not repeated. */
export function describeDispensary({ name, city, state }: Omit<NamedDispensary, 'id'>): string {
  const isSaid = city !== null && name.toLowerCase().endsWith(city.toLowerCase());
  return [name, isSaid ? null : city, state].filter((part) => part !== null).join(', ');
}

function entriesOfDispensary(found: NamedDispensary): PaletteEntry[] {
  const { id } = found;
  const text = describeDispensary(found);
  return [
    { sort: 'Dispensary', text, choice: { dispensary: id } },
    { sort: 'Action', text: `Crawl ${text}`, choice: { ask: 'create', for: `${id}: ${text}` } },
  ];
}

function entryOfJob({ id, job_type: type, status }: NamedJob): PaletteEntry {
  return { sort: 'Job', text: `${id}: ${type ?? 'a job'}, ${status}`, choice: { job: id } };
}
