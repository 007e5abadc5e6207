import type { AcknowledgedJob, CheckedWorld } from './checked-world.ts';
import { findingsOf, type Checked } from './finding.ts';

/** Checks that every acknowledged job was completed. */
export async function checkJobs(
  { db }: CheckedWorld,
  acknowledged: readonly AcknowledgedJob[],
): Promise<Checked> {
  const { findings, addTo } = findingsOf('requests');
  const addLost = addTo('acknowledged jobs lost');
  const rows = await db
    .selectFrom('runs')
    .where('type', '=', 'job')
    .select(['run_id', 'ended_as', 'error_message'])
    .execute();
  const known = new Map(rows.map((row) => [row.run_id, row]));
  for (const { workflowId, runId } of acknowledged) {
    const row = known.get(runId);
    const name = `the acknowledged job ${workflowId}, ${runId}`;
    if (row === undefined) addLost(`the ledger lacks ${name}`, 'a row in runs', 'none');
    else if (row.ended_as !== 'completed')
      addLost(
        `${name} did not succeed`,
        'completed',
        [row.ended_as ?? 'open', row.error_message].filter(Boolean).join(', '),
      );
  }
  return { findings, looked: { 'acknowledged jobs lost': acknowledged.length } };
}
