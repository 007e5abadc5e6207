/**
 * The breaker of a target, which pauses requests to a target that refuses everybody. Pure rules; the state is a row of
 * `target_breakers`, which all workers share, and times are the database's.
 *
 *     closed       no row: all sessions may request
 *     open         no requests until `openUntilMs`
 *     half-open    that time has passed: the next session that asks becomes the trial
 *     trial        only the session of `trialLeaseId` sends requests; the others wait for its outcome
 *
 *     closed ──► open          openBreakerIfRefused: the target refuses everybody
 *     open ──► half-open       time
 *     half-open ──► trial      leaseProxy: `afterAsking`, unless the outcome of the session is not recorded, as in `shell`
 *     trial ──► closed         recordProxyOutcome: the trial succeeded; the row is deleted
 *     trial ──► open           recordProxyOutcome: `afterRefusal`
 *     trial ──► half-open      the trial's lease ended without an outcome; the foreign key clears it from the row
 *
 * Invariants:
 * 1. There is at most one trial, and it started after the pause.
 * 2. Only the outcome of the trial changes an open breaker. Sessions that started before it opened may be refused much later, after
 * their wait for the pace and also through the trial's proxy; these refusals say nothing new.
 * 3. Each pause has the same bounds, however many preceded it: a recovered target is soon tried again, and a target that keeps
 * refusing costs at most `60_000 / BREAKER_MS.min` sessions a minute.
 * 4. While the row exists, no refusal at the target counts against a proxy.
 */
export interface Breaker {
  /** Milliseconds since the epoch. */
  openUntilMs: number;
  trialLeaseId: string | null;
  /** Pauses since the breaker was last closed. */
  openings: number;
}

export type BreakerState = 'closed' | 'open' | 'half-open' | 'trial';

/** How long a breaker is open: a random time between these. */
export const BREAKER_MS = { min: 10_000, max: 20_000 } as const;

/** A trial takes about as long as a crawl; other sessions retry after this time. */
const TRIAL_RETRY_MS = 15_000;

/** Returns the state of a target's breaker. @param breaker null if the target has no row */
export function breakerStateOf(breaker: Breaker | null, nowMs: number): BreakerState {
  if (breaker === null) return 'closed';
  if (breaker.trialLeaseId !== null) return 'trial';
  return nowMs < breaker.openUntilMs ? 'open' : 'half-open';
}

/** Returns a breaker that has just opened. @param roll from 0 up to 1 */
export function openedBreaker(nowMs: number, roll: number): Breaker {
  return { openUntilMs: nowMs + pauseMs(roll), trialLeaseId: null, openings: 1 };
}

/** Whether a session may send requests to the target, and the resulting breaker. */
export type Admission =
  | { isAdmitted: true; breaker: Breaker | null }
  | { isAdmitted: false; retryAfterMs: number };

/** Decides whether a session may send requests. After the pause, the first session that asks becomes the trial. */
export function afterAsking(breaker: Breaker | null, leaseId: string, nowMs: number): Admission {
  if (breaker === null) return { isAdmitted: true, breaker };
  switch (breakerStateOf(breaker, nowMs)) {
    case 'closed':
    case 'half-open':
      return { isAdmitted: true, breaker: { ...breaker, trialLeaseId: leaseId } };
    case 'open':
      return { isAdmitted: false, retryAfterMs: Math.ceil(breaker.openUntilMs - nowMs) };
    case 'trial':
      return { isAdmitted: false, retryAfterMs: TRIAL_RETRY_MS };
  }
}

/**
 * Returns the breaker after a refusal: open again if the trial was refused, otherwise unchanged.
 * @param leaseId of the refused session; null if unknown
 * @param roll from 0 up to 1
 */
export function afterRefusal(
  breaker: Breaker,
  leaseId: string | null,
  { nowMs, roll }: { nowMs: number; roll: number },
): Breaker {
  if (leaseId === null || breaker.trialLeaseId !== leaseId) return breaker;
  return { openUntilMs: nowMs + pauseMs(roll), trialLeaseId: null, openings: breaker.openings + 1 };
}

function pauseMs(roll: number): number {
  return Math.round(BREAKER_MS.min + (BREAKER_MS.max - BREAKER_MS.min) * roll);
}
