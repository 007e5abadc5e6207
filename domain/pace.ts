/**
 * The pace of a platform, learned from its answers: additive increase, multiplicative decrease. Pure rules; the state is in the
 * database, which all workers share.
 *
 * 1. `speed`, the fraction of the limit that is in use, stays between `SPEED_MIN` and 1.
 * 2. Only an answer in time raises `speed`. Errors never do, because a site that is down answers quickly.
 * 3. Requests that were under way when `speed` was lowered do not lower it again: they say nothing about the lower speed.
 * 4. A wait that the other side requested is never shortened.
 */

/** What has been learned from answers so far. Times are epoch milliseconds of one clock. */
export interface Pace {
  /** The fraction of the limit that is in use. */
  speed: number;
  slowedAtMs: number | null;
  /** The duration of recent answers, and the usual duration; null before the first. */
  latencyRecentMs: number | null;
  latencyUsualMs: number | null;
  /** How many answers the usual latency is based on, counted up to `SAMPLES_COUNTED_MAX`. */
  latencySamples: number;
  /** Consecutive `limited` outcomes without a Retry-After since the last answer. */
  limitsInARow: number;
  waitsUntilMs: number | null;
}

/** The outcome of one request. */
export interface PaceEvent {
  /** `failed` is an error that says nothing about the pace. */
  outcome: 'answered' | 'blocked' | 'limited' | 'failed';
  durationMs?: number | undefined;
  /** The wait that the answer requested. */
  retryAfterMs?: number | undefined;
  sentAtMs: number;
  nowMs: number;
}

export const FULL_PACE: Pace = {
  speed: 1,
  slowedAtMs: null,
  latencyRecentMs: null,
  latencyUsualMs: null,
  latencySamples: 0,
  limitsInARow: 0,
  waitsUntilMs: null,
};

/** The least speed: one request in eight seconds at a limit of four per second, enough to notice when a block has ended. */
export const SPEED_MIN = 1 / 32;

/** The least speed due to late answers alone: a site that is only slow keeps at least a sixteenth. */
export const SPEED_MIN_WHEN_LATE = 1 / 16;

const SPEED_AFTER_REFUSAL = 0.5;
const SPEED_AFTER_LATE_ANSWER = 0.75;
/** Fifty answers in time raise the speed from zero to full. */
const SPEED_STEP = 0.02;

/** The longest wait: a header that is wrong by years must not stop a platform for good. */
export const WAIT_MS_MAX = 3_600_000;
const LIMIT_WAIT_MS_FIRST = 2_000;
const LIMIT_WAIT_MS_MAX = 60_000;

/** Answers are late when recent ones take three times as long as usual, and at least a quarter of a second more. */
const LATE_FACTOR = 3;
const LATE_MS_MORE = 250;
const RECENT_SHARE = 0.2;
const USUAL_SHARE = 0.02;
/** The usual latency follows late answers slowly, so that it eventually adapts to a site that has become slower for good. */
const USUAL_SHARE_WHEN_LATE = 0.002;
const SAMPLES_COUNTED_MAX = 1 / USUAL_SHARE;
/** With fewer answers, the usual latency is unknown, and no answer is late. */
const SAMPLES_MIN = 10;

/** Returns the pace after a request has ended. */
export function nextPace(pace: Pace, event: PaceEvent): Pace {
  const requested = withWait(pace, event);
  const wasUnderWay = pace.slowedAtMs !== null && event.sentAtMs <= pace.slowedAtMs;
  switch (event.outcome) {
    case 'failed':
      return requested;
    case 'blocked':
    case 'limited':
      return wasUnderWay
        ? requested
        : slowed(requested, { factor: SPEED_AFTER_REFUSAL, least: SPEED_MIN, event });
    case 'answered':
      return answered(requested, event, wasUnderWay);
  }
}

function withWait(pace: Pace, event: PaceEvent): Pace {
  const { outcome, retryAfterMs, sentAtMs, nowMs } = event;
  if (retryAfterMs !== undefined) return waiting(pace, nowMs + Math.min(retryAfterMs, WAIT_MS_MAX));
  if (outcome !== 'limited') return pace;
  // If several concurrent requests were limited, only the first one counts.
  if (pace.limitsInARow > 0 && pace.slowedAtMs !== null && sentAtMs <= pace.slowedAtMs) return pace;
  const waitMs = Math.min(LIMIT_WAIT_MS_MAX, LIMIT_WAIT_MS_FIRST * 2 ** pace.limitsInARow);
  return { ...waiting(pace, nowMs + waitMs), limitsInARow: pace.limitsInARow + 1 };
}

function waiting(pace: Pace, untilMs: number): Pace {
  return { ...pace, waitsUntilMs: Math.max(pace.waitsUntilMs ?? 0, untilMs) };
}

interface Slowing {
  factor: number;
  least: number;
  event: PaceEvent;
}

function slowed(pace: Pace, { factor, least, event }: Slowing): Pace {
  const speed = Math.min(pace.speed, Math.max(least, pace.speed * factor));
  return { ...pace, speed, slowedAtMs: event.nowMs };
}

function answered(pace: Pace, event: PaceEvent, wasUnderWay: boolean): Pace {
  const settled = wasUnderWay ? pace : { ...pace, limitsInARow: 0 };
  if (event.durationMs === undefined) return settled;
  const learned = withLatency(settled, event.durationMs);
  if (wasUnderWay) return learned;
  // While recent answers are late on average, a single one in time neither lowers nor raises the speed.
  if (isLate(learned)) {
    if (!isLate({ ...learned, latencyRecentMs: event.durationMs })) return learned;
    return slowed(learned, { factor: SPEED_AFTER_LATE_ANSWER, least: SPEED_MIN_WHEN_LATE, event });
  }
  return { ...learned, speed: Math.min(1, learned.speed + SPEED_STEP) };
}

function withLatency(pace: Pace, durationMs: number): Pace {
  const recentMs = towards(pace.latencyRecentMs, durationMs, RECENT_SHARE);
  const latencySamples = Math.min(SAMPLES_COUNTED_MAX, pace.latencySamples + 1);
  // A plain mean at first, so that one unusual first answer does not dominate for long.
  const share = isLate({ ...pace, latencyRecentMs: recentMs }) ? USUAL_SHARE_WHEN_LATE : 1 / latencySamples;
  return {
    ...pace,
    latencyRecentMs: recentMs,
    latencyUsualMs: towards(pace.latencyUsualMs, durationMs, share),
    latencySamples,
  };
}

function towards(average: number | null, value: number, share: number): number {
  return average === null ? value : average + (value - average) * share;
}

function isLate({ latencyRecentMs, latencyUsualMs, latencySamples }: Pace): boolean {
  if (latencyRecentMs === null || latencyUsualMs === null || latencySamples < SAMPLES_MIN) return false;
  return latencyRecentMs > latencyUsualMs * LATE_FACTOR && latencyRecentMs - latencyUsualMs > LATE_MS_MORE;
}
