import { replaceEqualDeep } from '@tanstack/query-core';
import type { ListedRun } from '../server/api-client.ts';

type ById = ReadonlyMap<string, ListedRun>;

/**
 * Returns the map with the current versions of runs. Unchanged runs keep their object, so that their rows do not render again. If
 * no run has changed, the same map is returned.
 */
export function withChanges(before: ById, now: readonly ListedRun[]): ById {
  const changes = now
    .map((run): [string, ListedRun] => [run.id, replaceEqualDeep(before.get(run.id), run)])
    .filter(([id, run]) => before.get(id) !== run);
  return changes.length === 0 ? before : new Map([...before, ...changes]);
}

/**
 * Returns the newer of two versions of a run: the one loaded with the list, or the one refetched later; if they are equal, the
 * former.
 */
export function newerOf(run: ListedRun, changed: ListedRun | undefined): ListedRun {
  if (changed === undefined || changed.updated_at < run.updated_at) return run;
  return replaceEqualDeep(run, changed) === run ? run : changed;
}
