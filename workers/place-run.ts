import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { describeLedgerRun } from '../ledger/describe-ledger-run.ts';
import type { Log } from '../observability/log.ts';
import type { Execution } from '../temporal-client/temporal-state.ts';
import { holdsTime } from '../temporal-config/run-ids.ts';

/** Ensures that the ledger has a run under the key of its execution. */
export type PlaceRun = (run: Execution) => Promise<void>;

/**
 * The longest time that an activity waits for the lookup of its run; after that, the ledger assumes that the run continues its
 * workflow's newest run.
 */
const PLACE_MS_MAX = 5_000;

/** How many runs to remember; each is looked up once, or twice after an eviction. */
const REMEMBERED_MAX = 1_000;

/**
 * Places runs that continue another run. The id of a reset, a retry or a continued run does not show its execution, so this
 * requests the execution from Temporal. Otherwise, the reset of an older run would overwrite the newest run of its workflow.
 */
export function createPlaceRun({ db, client, log }: { db: Db; client: Client; log: Log }): PlaceRun {
  const placed = new Set<string>();
  return async ({ workflowId, runId }) => {
    if (holdsTime(runId) || placed.has(runId)) return;
    if (placed.size >= REMEMBERED_MAX) placed.clear();
    placed.add(runId);
    const place = describeLedgerRun({ db, client }, { workflowId, runId }).catch((error: unknown) => {
      placed.delete(runId);
      log.warn(
        { err: error, workflowId, runId },
        'could not look up the execution of a run; assuming the newest run of its workflow',
      );
    });
    await Promise.race([place, sleep(PLACE_MS_MAX, undefined, { ref: false })]);
  };
}
