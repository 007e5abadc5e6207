import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { Column } from '../../output/column.ts';

type PlatformPace = Schemas['PlatformPace'];

/** The columns of a list of platforms: the limits, the requests that run or wait, then what is unusual. */
export const PLATFORM_COLUMNS: readonly Column<PlatformPace>[] = [
  { header: 'platform', value: 'target', kind: 'id' },
  { header: 'requests a second', value: (pace) => limitOf(pace, 'requests_per_second') },
  { header: 'at once', value: (pace) => limitOf(pace, 'max_concurrent_requests') },
  { header: 'under way', value: 'under_way', kind: 'number' },
  { header: 'waiting', value: 'waiting', kind: 'number' },
  { header: 'out of the ordinary', value: (pace) => exceptionsOf(pace).join('; ') },
];

/** The note below the list. */
export const USUAL_UNKNOWN =
  'Limits without (set) are those of the environment of the API; that of the workers may have others.\n';

function limitOf(pace: PlatformPace, name: PlatformPace['set_by_operator'][number]): string {
  return `${pace[name]}${pace.set_by_operator.includes(name) ? ' (set)' : ''}`;
}

function exceptionsOf(pace: PlatformPace): string[] {
  const { stopped_at: stoppedAt, waits_until: waitsUntil, speed, crawl_delay_ms: crawlDelayMs } = pace;
  const { latency_recent_ms: recentMs, latency_usual_ms: usualMs } = pace;
  const text: string[] = [];
  if (stoppedAt !== null) text.push(`stopped since ${stoppedAt}: ${pace.stopped_because ?? ''}`);
  if (waitsUntil !== null) text.push(`asked to be left alone until ${waitsUntil}`);
  if (speed < 1) text.push(`slowed down to ${Math.round(speed * 100)} % of its requests a second`);
  if (crawlDelayMs > 0) text.push(`robots.txt asks for ${crawlDelayMs / 1000} s between requests`);
  if (recentMs !== null && usualMs !== null)
    text.push(`answers take ${Math.round(recentMs)} ms lately, ${Math.round(usualMs)} ms usually`);
  return text;
}
