import type { Schemas } from '../api-client/create-api-client.ts';
import { withoutKind } from '../domain/errors.ts';
import { formatTable } from './format-table.ts';
import { timeOf } from './tell-time.ts';
import { withoutControls } from '../domain/without-controls.ts';

/** `--json` has the rest of an error. */
const MESSAGE_MAX = 100;

/** A row for each event of a run. */
export function formatTimeline(events: readonly Schemas['RunEvent'][]): string {
  if (events.length === 0) return '';
  const table = formatTable(
    ['time', 'event', 'by', 'details'],
    events.map(({ at, event, worker_id: worker, actor, ...details }) => [
      timeOf(at),
      event.replace('_', ' '),
      withoutControls(actor ?? worker ?? '-'),
      withoutControls(detailsOf(details)).slice(0, MESSAGE_MAX),
    ]),
  );
  return `\n${table}`;
}

function detailsOf({
  error_kind: kind,
  message,
  progress_percent: percent,
  reason,
}: Pick<Schemas['RunEvent'], 'error_kind' | 'message' | 'progress_percent' | 'reason'>): string {
  const words = message === null ? null : withoutKind(message, kind);
  return [percent === null ? null : `${percent} %`, kind, words, reason]
    .filter((part) => part !== null)
    .join(': ');
}
