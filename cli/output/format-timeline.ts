import type { Schemas } from '../../api-client/create-api-client.ts';
import { withoutKind } from '../../domain/errors.ts';
import { formatTable } from './format-table.ts';
import { withoutControls } from '../../domain/without-controls.ts';

/** The most characters of an error; `--json` prints all. */
const MESSAGE_MAX = 100;

/** Formats a row for each event of a run. */
export function formatTimeline(events: readonly Schemas['RunEvent'][]): string {
  const table = formatTable(
    [
      { header: 'time', value: 'at', kind: 'time' },
      { header: 'event', value: ({ event }) => event.replace('_', ' ') },
      { header: 'by', value: ({ actor, worker_id: worker }) => actor ?? worker },
      { header: 'details', value: (event) => withoutControls(detailsOf(event)).slice(0, MESSAGE_MAX) },
    ],
    events,
  );
  return table === '' ? '' : `\n${table}`;
}

function detailsOf({
  error_kind: kind,
  message,
  progress_percent: percent,
  reason,
}: Pick<Schemas['RunEvent'], 'error_kind' | 'message' | 'progress_percent' | 'reason'>): string {
  const text = message === null ? null : withoutKind(message, kind);
  return [percent === null ? null : `${percent} %`, kind, text, reason]
    .filter((part) => part !== null)
    .join(': ');
}
