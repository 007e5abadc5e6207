import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSettled } from '../parts/use-settled.ts';
import { listRuns, type ListedRun, type RunsOf } from '../server/api-client.ts';
import type { LiveRule } from '../server/live-events.ts';
import { isOpen } from './describe-run.tsx';
import { newerOf, withChanges } from './with-changes.ts';

const CHANGES_KEY = 'run-changes';

/** So many ids fit into one request. */
const IDS_MAX = 100;

/** A scroll is followed when it rests. */
const REST_MS = 150;

/** Events of the runs that are in sight are few. */
const SHOWN_EVERY_MS = 300;

/** Time alone changes some, and so do events of workers. */
const OTHERS_EVERY_MS = 5_000;

/** The first place of a list that is in sight, and the last. */
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

/** Follows the runs of a list that are in sight. @returns the list as it is now, and the events that are of interest to it */
export function useFollowedRuns(
  of: RunsOf,
  { loaded, sight }: Followed,
): { runs: ListedRun[] | undefined; rules: LiveRule[] } {
  // By itself, so that a page that is being loaded meanwhile does not undo it.
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
    // Events of what was out of sight were not heeded, so what comes into sight is always asked for.
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
