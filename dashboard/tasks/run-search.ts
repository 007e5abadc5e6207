import type { RunSort } from '../server/api-client.ts';

const SORTS: readonly RunSort[] = ['created', 'ended', 'duration', 'priority', 'retries'];

/** What the address of the list says; what is absent is as usual. */
export interface RunSearch {
  /** What was typed into the search, see `search-words.ts`. */
  q?: string;
  sort?: RunSort;
  order?: 'asc' | 'desc';
  /** Names of columns, with commas. */
  columns?: string;
  /** A dialog that is open. */
  ask?: 'create' | 'recover' | undefined;
  /** What the dialog that creates a task has as its dispensary, such as `12: Desert Bloom`. */
  for?: string | undefined;
}

/** Reads an address; what is not understood is as if it were absent. */
export function readRunSearch(raw: Record<string, unknown>): RunSearch {
  const { q, sort, order, columns, ask, for: dispensary } = raw;
  const known = SORTS.find((name) => name === sort);
  return {
    ...(q === undefined || q === '' ? {} : { q: typeof q === 'string' ? q : JSON.stringify(q) }),
    ...(known === undefined ? {} : { sort: known }),
    ...(order === 'asc' ? { order } : {}),
    ...(typeof columns === 'string' ? { columns } : {}),
    ...(ask === 'create' || ask === 'recover' ? { ask } : {}),
    ...(ask === 'create' && typeof dispensary === 'string' ? { for: dispensary } : {}),
  };
}
