import { replaceEqualDeep } from '@tanstack/query-core';
import type { ListedRun } from '../server/api-client.ts';

type ById = ReadonlyMap<string, ListedRun>;

/** Adds runs as they are now. What is as it was stays the same object, so that its row is not drawn again; the map does, too, where nothing changed. */
export function withChanges(before: ById, now: readonly ListedRun[]): ById {
  const changes = now
    .map((run): [string, ListedRun] => [run.id, replaceEqualDeep(before.get(run.id), run)])
    .filter(([id, run]) => before.get(id) !== run);
  return changes.length === 0 ? before : new Map([...before, ...changes]);
}

/** The later one of a run as it was loaded, and as it was seen to change; the loaded one where they are equal. */
export function newerOf(run: ListedRun, changed: ListedRun | undefined): ListedRun {
  if (changed === undefined || changed.updated_at < run.updated_at) return run;
  return replaceEqualDeep(run, changed) === run ? run : changed;
}
