import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { Column } from '../../output/column.ts';
import type { Display } from '../../output/display.ts';
import { timeOf } from '../../output/format-time.ts';

type PlatformPace = Schemas['PlatformPace'];

/** The columns of a list of platforms: the limits, the requests that run or wait, then what is unusual. */
export const PLATFORM_COLUMNS: readonly Column<PlatformPace>[] = [
  { header: 'platform', value: 'target', kind: 'id' },
  { header: 'requests a second', value: (pace) => limitOf(pace, 'requests_per_second') },
  { header: 'at once', value: (pace) => limitOf(pace, 'max_concurrent_requests') },
  { header: 'under way', value: 'under_way', kind: 'number' },
  { header: 'waiting', value: 'waiting', kind: 'number' },
  { header: 'out of the ordinary', value: describeExceptions },
];

/** The note below the list. */
export const USUAL_UNKNOWN =
  'Limits without (set) come from the environment of the API; the environment of the workers may have others.\n';

function limitOf(pace: PlatformPace, name: PlatformPace['set_by_operator'][number]): string {
  return `${pace[name]}${pace.set_by_operator.includes(name) ? ' (set)' : ''}`;
}

function describeExceptions(pace: PlatformPace, display: Display): string {
  const { stopped_at: stoppedAt, waits_until: waitsUntil, speed, crawl_delay_ms: crawlDelayMs } = pace;
  const { latency_recent_ms: recentMs, latency_usual_ms: usualMs, breaker } = pace;
  const parts: string[] = [];
  if (stoppedAt !== null)
    parts.push(`stopped since ${timeOf(stoppedAt, display)}: ${pace.stopped_because ?? ''}`);
  if (breaker !== null)
    parts.push(
      `refuses every proxy since ${timeOf(breaker.opened_at, display)}, its pause ends at ${timeOf(breaker.open_until, display)}`,
    );
  if (waitsUntil !== null) parts.push(`asked for a pause until ${timeOf(waitsUntil, display)}`);
  if (speed < 1) parts.push(`slowed down to ${Math.round(speed * 100)} % of its requests a second`);
  if (crawlDelayMs > 0) parts.push(`robots.txt asks for ${crawlDelayMs / 1000} s between requests`);
  if (recentMs !== null && usualMs !== null)
    parts.push(`answers take ${Math.round(recentMs)} ms lately, ${Math.round(usualMs)} ms usually`);
  return parts.join('; ');
}
