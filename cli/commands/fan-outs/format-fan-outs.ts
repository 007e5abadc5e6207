import type { Client } from '@temporalio/client';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { fanOutInWords } from '../../../reports/fan-out-answer.ts';
import { describeFanOut } from '../../../temporal-client/describe-fan-outs.ts';
import { formatTable } from '../../format-table.ts';
import { timeOf } from '../../tell-time.ts';

/** One row for each fan-out; times are UTC. */
export function formatFanOuts(fanOuts: readonly Schemas['FanOut'][]): string {
  if (fanOuts.length === 0) return 'There are none.\n';
  return formatTable(
    ['fan-out', 'status', 'batches', 'next batch', 'started', 'open', 'created', 'ended', 'error'],
    fanOuts.map((one) => [
      one.id,
      one.cancel_requested && one.status === 'running' ? 'asked to end' : one.status,
      one.batches === null ? '-' : `${one.batches_begun ?? '?'}/${one.batches}`,
      timeOf(one.next_batch_at),
      String(one.chains_started ?? '-'),
      String(one.chains_open ?? '-'),
      timeOf(one.created_at),
      timeOf(one.completed_at),
      withoutControls(one.error ?? '-'),
    ]),
  );
}

/** What the fan-out does that a start has found running, and how to stop it. */
export async function describeRunning(client: Client, workflowId: string): Promise<string> {
  const report = await describeFanOut(client, { workflowId });
  const standing = report === null ? '' : `\nIt stands so: ${fanOutInWords(report)}.`;
  const stop = `\`crawlchain fan-outs cancel ${workflowId}\` stops it.`;
  return `${workflowId} was running already: it goes on, and may leave out what is not due.${standing}\n${stop}`;
}
