import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { Column } from '../../output/column.ts';

/** The columns of a list of fan-outs. */
export const FAN_OUT_COLUMNS: readonly Column<Schemas['FanOut']>[] = [
  { header: 'fan-out', value: 'id', kind: 'id' },
  {
    header: 'status',
    value: (one) => (one.cancel_requested && one.status === 'running' ? 'asked to end' : one.status),
    kind: 'status',
  },
  {
    header: 'batches',
    value: ({ batches, batches_begun: begun }) => (batches === null ? null : `${begun ?? '?'}/${batches}`),
  },
  { header: 'next batch', value: 'next_batch_at', kind: 'time', isMinor: true },
  { header: 'started', value: 'chains_started', kind: 'number' },
  { header: 'open', value: 'chains_open', kind: 'number' },
  { header: 'created', value: 'created_at', kind: 'time', isMinor: true },
  { header: 'ended', value: 'completed_at', kind: 'time', isMinor: true },
  { header: 'error', value: 'error' },
];

/** Describes the fan-out that a start found running already, and how to stop it. */
export function formatRunning({ workflow_id: name, running }: Schemas['StartedFanOut']): string {
  const stop = `\`crawlchain fan-outs cancel ${name}\` stops it.`;
  return `${name} was already running and goes on. It may skip dispensaries that are not due.${formatStanding(running)}\n${stop}`;
}

function formatStanding(running: Schemas['StartedFanOut']['running']): string {
  if (running === null) return '';
  const { chains_started: started, chains_running_before: joined, cancel_requested: isAsked } = running;
  const chains =
    started === null
      ? 'no worker reports its progress'
      : `${started} chains started, ${joined ?? 0} were running already`;
  return `\nIt stands so: ${chains}${isAsked ? '; its cancellation was requested' : ''}.`;
}
