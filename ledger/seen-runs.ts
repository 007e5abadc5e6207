import type { ListedRun, PlacedRun } from '../temporal-client/list-runs.ts';

/**
 * Remembers the runs taken within the time that each pass reads again, so that a pass does not look them up and write them again.
 */
export interface SeenRuns {
  /** Whether a run is unchanged since it was taken. */
  has(run: ListedRun): boolean;
  /** Returns the id of the first run of a taken run's execution; undefined: the run is not remembered. */
  firstOf(run: ListedRun): string | undefined;
  add(run: PlacedRun): void;
  /** Drops what was neither looked up nor added since the last call. */
  turn(): void;
}

interface Sight {
  fingerprint: string;
  firstRunId: string;
}

/** Creates an empty memory of taken runs. */
export function createSeenRuns(): SeenRuns {
  let before = new Map<string, Sight>();
  let lately = new Map<string, Sight>();
  const find = ({ runId }: ListedRun) => lately.get(runId) ?? before.get(runId);
  return {
    has(run) {
      const known = find(run);
      if (known?.fingerprint !== fingerprintOf(run)) return false;
      lately.set(run.runId, known);
      return true;
    },
    firstOf: (run) => find(run)?.firstRunId,
    add: (run) => lately.set(run.runId, { fingerprint: fingerprintOf(run), firstRunId: run.firstRunId }),
    turn() {
      before = lately;
      lately = new Map();
    },
  };
}

function fingerprintOf(run: ListedRun): string {
  return JSON.stringify({ ...run, firstRunId: undefined });
}
