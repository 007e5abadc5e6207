import { replaceEqualDeep } from '@tanstack/query-core';
import type { ListedRun } from '../server/api-client.ts';

type ById = ReadonlyMap<string, ListedRun>;

/**
 * Merges current runs into the map. Unchanged runs keep their object, so that their rows do not render again; so does the map if
 * nothing changed.
 */
export function withChanges(before: ById, now: readonly ListedRun[]): ById {
  const changes = now
    .map((run): [string, ListedRun] => [run.id, replaceEqualDeep(before.get(run.id), run)])
    .filter(([id, run]) => before.get(id) !== run);
  return changes.length === 0 ? before : new Map([...before, ...changes]);
}

/** The newer of the loaded and the changed version of a run; the loaded one if they are equal. */
export function newerOf(run: ListedRun, changed: ListedRun | undefined): ListedRun {
  if (changed === undefined || changed.updated_at < run.updated_at) return run;
  return replaceEqualDeep(run, changed) === run ? run : changed;
}
