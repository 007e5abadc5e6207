import { inDigits } from '../parts/locale.ts';
import type { Tone } from '../parts/tone.ts';
import type { PlatformPace } from '../server/platforms-api.ts';

/** Returns the word for a platform's state, and its tone. */
export function stateOf(pace: Pick<PlatformPace, 'stopped_at' | 'breaker' | 'waits_until' | 'speed'>): {
  tone: Tone;
  word: string;
} {
  if (pace.stopped_at !== null) return { tone: 'degraded', word: 'stopped' };
  if (pace.breaker !== null) return { tone: 'bad', word: 'refuses' };
  if (pace.waits_until !== null) return { tone: 'degraded', word: 'waits' };
  if (pace.speed < 1) return { tone: 'degraded', word: 'slowed down' };
  return { tone: 'good', word: 'as usual' };
}

/** Describes the limits, and says which of them an operator has set. */
export function describeLimits(pace: PlatformPace): string {
  const bySet = (name: PlatformPace['set_by_operator'][number]): string =>
    pace.set_by_operator.includes(name) ? ' (set by an operator)' : '';
  return [
    `${inDigits(pace.requests_per_second)} a second${bySet('requests_per_second')}`,
    `${inDigits(pace.max_concurrent_requests)} at once${bySet('max_concurrent_requests')}`,
  ].join(', ');
}

/** Says how much a platform is slowed down; null: not at all. */
export function describeSpeed({ speed, requests_per_second: limit }: PlatformPace): string | null {
  if (speed >= 1) return null;
  const used = Math.round(speed * limit * 1000) / 1000;
  return `slowed down to ${inDigits(used)} a second, ${Math.round(speed * 100)} % of the limit, after refusals, errors or slow answers, also of a single store; it rises again while answers come in time`;
}

/** Says how long answers take; null: none came yet. */
export function describeLatency(pace: PlatformPace): string | null {
  const { latency_recent_ms: recentMs, latency_usual_ms: usualMs } = pace;
  if (recentMs === null) return null;
  const usual = usualMs === null ? '' : `, ${inDigits(Math.round(usualMs))} ms usually`;
  return `${inDigits(Math.round(recentMs))} ms lately${usual}`;
}
