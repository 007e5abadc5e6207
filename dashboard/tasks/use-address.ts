import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { RunsOf, RunSort } from '../server/api-client.ts';
import type { RunSearch } from './run-search.ts';
import { OPEN } from './search-keys.ts';
import { parseSearch } from './search-words.ts';

type Change = (before: RunSearch) => RunSearch;

/** Returns functions that change the address, which determines the list. They stay the same while the address changes. */
export function useAddress(of: RunsOf) {
  const to = of === 'tasks' ? '/tasks' : '/jobs';
  const navigate = useNavigate({ from: to });
  const change = useCallback(
    (changed: RunSearch | Change): void =>
      void navigate({
        to,
        search: (before) =>
          tidy({ ...before, ...(typeof changed === 'function' ? changed(before) : changed) }),
        // Opening or closing a dialog adds no history entry, so the browser's Back does not reopen the dialog.
        replace: 'ask' in changed,
      }),
    [navigate, to],
  );
  const onSearch = useCallback(
    (q: string): void =>
      change(({ sort = 'created' }) => ({
        q,
        ...(isOfOpen(of, q) && ofClosed.includes(sort) ? { sort: 'created', order: 'desc' } : {}),
      })),
    [change, of],
  );
  return { change, onSearch };
}

/** Sort orders that only closed runs have. */
const ofClosed: readonly RunSort[] = ['ended', 'duration'];

function isOfOpen(of: RunsOf, search: string): boolean {
  const { status } = parseSearch(search, { of, nowMs: 0 }).filter;
  return status !== undefined && status.split(',').every((one) => OPEN[of].includes(one));
}

/** Returns the search parameters without those that have their default, for a short address. */
function tidy({ q, sort, order, columns, ask, for: dispensary }: RunSearch): RunSearch {
  return {
    ...(q === undefined || q === '' ? {} : { q }),
    ...(sort === undefined || sort === 'created' ? {} : { sort }),
    ...(order === 'asc' ? { order } : {}),
    ...(columns === undefined ? {} : { columns }),
    ...(ask === undefined ? {} : { ask }),
    ...(ask !== 'create' || dispensary === undefined ? {} : { for: dispensary }),
  };
}
