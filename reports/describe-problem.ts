import type { QualityProblem } from '../domain/quality.ts';
import type { QualityItem } from './quality-report.ts';

/** What shows a problem of a dispensary, in one line for people. */
export function describeProblem(problem: QualityProblem, item: QualityItem): string {
  const came = item.products + item.skipped;
  switch (problem) {
    case 'unconfirmed': {
      const look = item.look_again_at;
      const next = look === null ? 'no later look settles it' : `looked at again at ${timeOf(look)}`;
      return `${item.last_error_message ?? 'The menu is not believed.'} (${next})`;
    }
    case 'quarantined':
      return `${item.quarantined} waiting, the newest is payload ${item.suspect_id}: ${item.suspicion ?? ''}`;
    case 'misses-off':
      return item.misses_off === 'unreadable'
        ? `${item.skipped} of ${came} products could not be read: ${item.skipped_samples[0]?.reason ?? 'no sample is kept'}`
        : `${item.missing} products that the platform counts did not come`;
    case 'overdue': {
      const since =
        item.fetched_at === null ? 'no menu went in yet' : `the last menu is of ${timeOf(item.fetched_at)}`;
      const why = item.last_error_message === null ? '' : `; the last crawl said: ${item.last_error_message}`;
      return `${since}, the interval is ${item.interval_hours} h${why}`;
    }
    case 'drifting':
      return item.drift
        .map(({ kind, path, example }) => `${kind} ${path}${example === null ? '' : ` (${example})`}`)
        .join(', ');
    case 'skipped':
      return `${item.skipped} of ${came}: ${item.skipped_samples[0]?.reason ?? 'no sample is kept'}`;
    case 'flawed': {
      const [flaw] = item.flaw_samples;
      const sample = flaw === undefined ? '' : `: ${flaw.place} of ${flaw.id}, ${flaw.reason}`;
      return `${item.skipped_options} options and ${item.dropped_values} values were left out${sample}`;
    }
  }
}

function timeOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 16)}Z`;
}
