import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSettled } from '../parts/use-settled.ts';
import { listRuns, type ListedRun, type RunsOf } from '../server/api-client.ts';
import type { LiveRule } from '../server/live-events.ts';
import { isOpen } from './describe-run.tsx';
import { newerOf, withChanges } from './with-changes.ts';

const CHANGES_KEY = 'run-changes';

/** The API's limit of ids in one request. */
const IDS_MAX = 100;

/** The runs are refetched when scrolling has stopped for this time. */
const REST_MS = 150;

/** The minimum time between two fetches after events of visible runs; it is short, since these runs have few events. */
const SHOWN_EVERY_MS = 300;

/** The minimum time between two fetches after other events: some fields change with time alone, or with the workers. */
const OTHERS_EVERY_MS = 5_000;

/** The first and last visible index of a list. */
export interface Sight {
  first: number;
  last: number;
}

interface Followed {
  loaded: ListedRun[] | undefined;
  sight: Sight;
}

type ById = ReadonlyMap<string, ListedRun>;

const NONE: ById = new Map();
const NO_IDS: ReadonlySet<string> = new Set();

/** Keeps the visible runs of a list up to date. @returns the current list, and the rules for the events that refetch it */
export function useFollowedRuns(
  of: RunsOf,
  { loaded, sight }: Followed,
): { runs: ListedRun[] | undefined; rules: LiveRule[] } {
  // The newer versions are kept apart from the loaded pages, so that a page that loads meanwhile does not overwrite them.
  const [changed, setChanged] = useState(NONE);
  const { first, last } = useSettled(sight, REST_MS);
  const inSight = (loaded ?? []).slice(first, Math.min(last + 1, first + IDS_MAX));
  const joined = inSight.map(({ id }) => id).join(',');
  useQuery({
    queryKey: [CHANGES_KEY, of, joined],
    queryFn: async () => {
      const { items } = await listRuns(of, { ids: joined, limit: String(IDS_MAX) });
      setChanged((before) => withChanges(before, items));
      return items.length;
    },
    enabled: joined !== '',
    // Events of hidden rows are ignored, so rows are always fetched when they become visible.
    staleTime: 0,
  });
  const runs = useMemo(() => loaded?.map((run) => newerOf(run, changed.get(run.id))), [loaded, changed]);
  const areSomeOpen = runs?.slice(first, last + 1).some(isOpen) === true;
  const ids = useMemo(() => new Set(joined.split(',')), [joined]);
  return {
    runs,
    rules: [
      { key: CHANGES_KEY, ids, everyMs: SHOWN_EVERY_MS },
      { key: CHANGES_KEY, everyMs: OTHERS_EVERY_MS, ...(areSomeOpen ? {} : { ids: NO_IDS }) },
    ],
  };
}
