import type { ListedRun } from '../server/api-client.ts';

const FIELDS: Readonly<Record<string, (run: ListedRun) => string | null | undefined>> = {
  type: (run) => run.job_type,
  account: (run) => run.account,
  platform: (run) => run.platform,
  state: (run) => run.state_code,
  error: (run) => run.error_kind,
  worker: (run) => run.worker_id,
  by: (run) => run.requested_by,
  from: (run) => run.started_by,
};

/**
 * Returns the distinct values that runs have for a search key, in the order of the runs; empty for keys whose values are not
 * collected.
 */
export function valuesSeen(runs: readonly ListedRun[], key: string): string[] {
  const valueOf = FIELDS[key];
  return valueOf === undefined ? [] : [...new Set(runs.flatMap((run) => valueOf(run) ?? []))];
}
