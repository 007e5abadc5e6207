import type { ListedRun, PlacedRun } from '../temporal-client/list-runs.ts';

/**
 * The runs that were taken within the time that is read again and again, so that they are not written, and not looked up, each
 * time.
 */
export interface SeenRuns {
  /** Whether a run is just as it was when it was taken. */
  has(run: ListedRun): boolean;
  /** The first run of the execution of a run that was taken. */
  firstOf(run: ListedRun): string | undefined;
  add(run: PlacedRun): void;
  /** Forgets what was neither asked for nor added since the last call. */
  turn(): void;
}

interface Sight {
  words: string;
  firstRunId: string;
}

/** Remembers no run at first. */
export function createSeenRuns(): SeenRuns {
  let before = new Map<string, Sight>();
  let lately = new Map<string, Sight>();
  const find = ({ runId }: ListedRun) => lately.get(runId) ?? before.get(runId);
  return {
    has(run) {
      const known = find(run);
      if (known?.words !== wordsOf(run)) return false;
      lately.set(run.runId, known);
      return true;
    },
    firstOf: (run) => find(run)?.firstRunId,
    add: (run) => lately.set(run.runId, { words: wordsOf(run), firstRunId: run.firstRunId }),
    turn() {
      before = lately;
      lately = new Map();
    },
  };
}

function wordsOf(run: ListedRun): string {
  return JSON.stringify({ ...run, firstRunId: undefined });
}
