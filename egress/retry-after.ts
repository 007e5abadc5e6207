const RETRY_AFTER_MS_MIN = 1_000;
const RETRY_AFTER_MS_MAX = 3_600_000;

/**
 * Returns the wait of a Retry-After header in milliseconds; null when the header is absent or unreadable.
 *
 * Accepts seconds or an HTTP date. The result is between 1 s and an hour, so that a bad header neither makes us flood the site nor stops a
 * platform for days.
 * @param nowMs the current time since the epoch, which a date is compared with.
 */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  const wantedMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : httpDateMs(text) - nowMs;
  if (Number.isNaN(wantedMs)) return null;
  return Math.ceil(Math.min(RETRY_AFTER_MS_MAX, Math.max(RETRY_AFTER_MS_MIN, wantedMs)));
}

// Date.parse alone also accepts texts such as "-5" or "2026"; every HTTP date starts with the name of a day.
function httpDateMs(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
}
