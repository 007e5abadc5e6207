import type { RunSort } from '../server/api-client.ts';

const SORTS: readonly RunSort[] = ['created', 'ended', 'duration', 'priority', 'retries'];

/** The search parameters of a list's address; absent ones have their defaults. */
export interface RunSearch {
  /** The search text, see `search-words.ts`. */
  q?: string | undefined;
  sort?: RunSort | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Column names, comma-separated. */
  columns?: string | undefined;
  /** The open dialog. */
  ask?: 'create' | 'recover' | undefined;
  /** The initial dispensary of the dialog that creates a task, such as `12: Desert Bloom`. */
  for?: string | undefined;
  /** Always undefined: a `status` in the address is moved into `q` when the address is parsed. */
  status?: undefined;
}

/**
 * Parses the parameters of an address; treats invalid values as absent. The result has every parameter, even if it is undefined,
 * because the router would keep the unparsed value of a missing one.
 */
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

/** Converts `?status=` to a search. The API and the list of workers have this parameter, so users type it here too. */
function statusIn({ status = '' }: Record<string, string>): string | undefined {
  return status === '' ? undefined : `status:${status}`;
}
