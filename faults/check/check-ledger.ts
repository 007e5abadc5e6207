import type { Client } from '@temporalio/client';
import type { Db } from '../../db/connect.ts';
import { catchUp } from '../../ledger/catch-up.ts';
import { listRunPages, type ListedRun } from '../../temporal-client/list-runs.ts';
import { until } from '../world/until.ts';
import type { CheckedWorld } from './checked-world.ts';
import { findingsOf, type Checked } from './finding.ts';

/** How long the ledger may differ from Temporal: Temporal's list of runs lags slightly behind the histories. */
const AGREE_MS_MAX = 5_000;

/**
 * The most time between the transaction that ends a chain and the end of its workflow. Temporal may be away for that
 * long; or the worker may be frozen between the two, until Temporal times it out a minute after its last heartbeat and
 * another worker completes the activity.
 */
const END_APART_MS_MAX = 120_000;

/** Brings the ledger up to date once, then checks that it has the same runs as Temporal, of every type, with the same ends. */
export async function checkLedger({ db, client }: CheckedWorld): Promise<Checked> {
  await catchUp({ db, client });
  let checked: Checked = { findings: [], looked: {} };
  const agrees = async () => {
    checked = await compareRuns(db, client);
    return checked.findings.length === 0;
  };
  // The differences that are left after this time are findings.
  await until('the ledger to agree', agrees, { timeoutMs: AGREE_MS_MAX }).catch(() => undefined);
  return checked;
}

async function compareRuns(db: Db, client: Client): Promise<Checked> {
  const { findings, addTo } = findingsOf('ledger');
  const add = addTo('runs that ledger and Temporal differ on');
  const listed = await listAll(client);
  const rows = await db.selectFrom('runs').selectAll().execute();
  const ours = new Map(rows.map((row) => [row.run_id, row]));
  for (const { workflowId, runId, ending } of listed) {
    const row = ours.get(runId);
    ours.delete(runId);
    const name = `${workflowId}, ${runId}`;
    if (row === undefined) add(`the ledger lacks ${name}`, 'a row in runs', 'none');
    else if (row.ended_as !== (ending?.as ?? null))
      add(`the end of ${name} in the ledger`, ending?.as ?? 'none', row.ended_as ?? 'none');
    else if (apartMs(row.ended_at, ending?.at) > END_APART_MS_MAX)
      add(
        `the time of the end of ${name}`,
        ending?.at.toISOString() ?? '',
        row.ended_at?.toISOString() ?? '',
      );
  }
  for (const { workflow_id: workflowId, run_id: runId } of ours.values())
    add(`Temporal does not know ${workflowId}, ${runId}`, 'no row in runs', 'one');
  return { findings, looked: { 'runs that ledger and Temporal differ on': listed.length } };
}

/** Lists all runs except those that continued as new, so that each execution has its last run. */
async function listAll(client: Client): Promise<ListedRun[]> {
  const listed: ListedRun[] = [];
  for await (const page of listRunPages(client, undefined, (question) => question()))
    listed.push(...page.filter(({ status }) => status !== 'CONTINUED_AS_NEW'));
  return listed;
}

function apartMs(one: Date | null, other: Date | undefined): number {
  return one === null || other === undefined ? 0 : Math.abs(one.getTime() - other.getTime());
}
