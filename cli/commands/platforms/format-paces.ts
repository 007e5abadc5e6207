import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

type PlatformPace = Schemas['PlatformPace'];

/** A paragraph for people: the name and its limits, then what is out of the ordinary. */
export function formatPace(pace: PlatformPace): string {
  const { target, set_by_operator: isSet, under_way: underWay, waiting } = pace;
  const rateFrom = isSet.includes('requests_per_second') ? ' (set)' : '';
  const concurrencyFrom = isSet.includes('max_concurrent_requests') ? ' (set)' : '';
  const lines = [
    `${target}: ${pace.requests_per_second} requests a second${rateFrom}, ${pace.max_concurrent_requests} at once${concurrencyFrom}; ` +
      `${underWay} under way, ${waiting} waiting`,
    ...exceptions(pace).map((line) => `  ${line}`),
  ];
  return lines.map(withoutControls).join('\n');
}

function exceptions(pace: PlatformPace): string[] {
  const { stopped_at: stoppedAt, waits_until: waitsUntil, speed, crawl_delay_ms: crawlDelayMs } = pace;
  const { latency_recent_ms: recentMs, latency_usual_ms: usualMs } = pace;
  const lines: string[] = [];
  if (stoppedAt !== null) lines.push(`stopped since ${stoppedAt}: ${pace.stopped_because ?? ''}`);
  if (waitsUntil !== null) lines.push(`asked to be left alone until ${waitsUntil}`);
  if (speed < 1) lines.push(`slowed down to ${Math.round(speed * 100)} % of its requests a second`);
  if (crawlDelayMs > 0) lines.push(`robots.txt asks for ${crawlDelayMs / 1000} s between requests`);
  if (recentMs !== null && usualMs !== null) {
    lines.push(`answers take ${Math.round(recentMs)} ms lately, ${Math.round(usualMs)} ms usually`);
  }
  return lines;
}
