import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
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
export function formatRunning({ workflow_id: name, running }: Schemas['StartedFanOut']): string {
  const stop = `\`crawlchain fan-outs cancel ${name}\` stops it.`;
  return `${name} was running already: it goes on, and may leave out what is not due.${formatStanding(running)}\n${stop}`;
}

function formatStanding(running: Schemas['StartedFanOut']['running']): string {
  if (running === null) return '';
  const { chains_started: started, chains_running_before: joined, cancel_requested: isAsked } = running;
  const chains =
    started === null
      ? 'no worker says how far it is'
      : `${started} chains started, ${joined ?? 0} were running already`;
  return `\nIt stands so: ${chains}${isAsked ? '; it was asked to end' : ''}.`;
}
