import type { RunSort } from '../server/api-client.ts';

const SORTS: readonly RunSort[] = ['created', 'ended', 'duration', 'priority', 'retries'];

/** What the address of the list says; what is absent is as usual. */
export interface RunSearch {
  /** What was typed into the search, see `search-words.ts`. */
  q?: string | undefined;
  sort?: RunSort | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Names of columns, with commas. */
  columns?: string | undefined;
  /** A dialog that is open. */
  ask?: 'create' | 'recover' | undefined;
  /** What the dialog that creates a task has as its dispensary, such as `12: Desert Bloom`. */
  for?: string | undefined;
  /** It becomes a part of `q`. */
  status?: undefined;
}

/** Reads an address; what is not understood is as if it were absent, and named here, since the router keeps what is not. */
export function readRunSearch(raw: Record<string, string>): RunSearch {
  const { q = statusIn(raw), sort, order, columns, ask, for: dispensary } = raw;
  return {
    q: q === '' ? undefined : q,
    sort: SORTS.find((name) => name === sort),
    order: order === 'asc' ? order : undefined,
    columns,
    ask: ask === 'create' || ask === 'recover' ? ask : undefined,
    for: ask === 'create' ? dispensary : undefined,
    status: undefined,
  };
}

/** The API and the list of workers take the status alone, so somebody writes it here, too. */
function statusIn({ status = '' }: Record<string, string>): string | undefined {
  return status === '' ? undefined : `status:${status}`;
}
