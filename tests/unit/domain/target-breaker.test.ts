import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterAsking,
  afterRefusal,
  BREAKER_MS,
  breakerStateOf,
  openedBreaker,
  type Breaker,
} from '../../../domain/target-breaker.ts';

test('each pause has the same bounds, however many went before', () => {
  let breaker = openedBreaker(0, 0);
  expect(breaker.openUntilMs).toBe(BREAKER_MS.min);
  for (let openings = 2; openings < 50; openings += 1) {
    const refusedAtMs = breaker.openUntilMs + 500;
    breaker = afterRefusal({ ...breaker, trialLeaseId: 'trial' }, 'trial', { nowMs: refusedAtMs, roll: 1 });
    expect(breaker).toEqual({ openUntilMs: refusedAtMs + BREAKER_MS.max, trialLeaseId: null, openings });
  }
});

interface Step {
  atMs: number;
  leaseId: string;
  is: 'asks' | 'ends';
}

interface Block {
  /** The durations of sessions, one for each worker. */
  durationsMs: number[];
  /** The moment until which the target refuses every request. */
  healthyAtMs: number;
  rolls: number[];
  /** The times at which sessions from before the opening of the breaker are refused. */
  stragglersMs: number[];
}

/**
 * Simulates a block that has just opened the breaker, with one worker for each duration. A worker that the breaker turns away comes back
 * at the time that the breaker names.
 */
function play({ durationsMs, healthyAtMs, rolls, stragglersMs }: Block) {
  let breaker: Breaker = openedBreaker(0, rolls[0]!);
  const trialsBeganMs: number[] = [];
  const wrongs: string[] = [];
  const queue: Step[] = [
    ...durationsMs.map((_, worker) => ({ atMs: worker, leaseId: `${worker}/0`, is: 'asks' as const })),
    ...stragglersMs.map((atMs, place) => ({ atMs, leaseId: `straggler-${place}`, is: 'ends' as const })),
  ];
  for (let step = 1; ; step += 1) {
    queue.sort((one, other) => one.atMs - other.atMs);
    const { atMs: nowMs, leaseId, is } = queue.shift()!;
    const again = `${leaseId.split('/')[0]}/${step}`;
    if (is === 'asks') {
      const admission = afterAsking(breaker, leaseId, nowMs);
      if (!admission.isAdmitted) {
        if (admission.retryAfterMs <= 0) wrongs.push(`told to come back after ${admission.retryAfterMs} ms`);
        queue.push({ atMs: nowMs + Math.max(1, admission.retryAfterMs), leaseId: again, is });
        continue;
      }
      if (breakerStateOf(breaker, nowMs) !== 'half-open')
        wrongs.push(`${leaseId} was let through at ${nowMs}`);
      breaker = admission.breaker!;
      trialsBeganMs.push(nowMs);
      queue.push({ atMs: nowMs + durationsMs[step % durationsMs.length]!, leaseId, is: 'ends' });
      continue;
    }
    const isTrial = breaker.trialLeaseId === leaseId;
    if (isTrial && nowMs >= healthyAtMs) return { trialsBeganMs, closedAtMs: nowMs, wrongs };
    const next = afterRefusal(breaker, leaseId, { nowMs, roll: rolls[step % rolls.length]! });
    const hasMoved = next !== breaker;
    if (hasMoved !== isTrial)
      wrongs.push(`the refusal of ${leaseId} at ${nowMs} moved the breaker or did not`);
    breaker = next;
    if (isTrial) queue.push({ atMs: nowMs + 1, leaseId: again, is: 'asks' });
  }
}

test('however long a block lasts: few trials a minute, none but trials move the breaker, and it closes soon after', () => {
  fc.assert(
    fc.property(
      fc.record({
        durationsMs: fc.array(fc.integer({ min: 100, max: 5_000 }), { minLength: 1, maxLength: 20 }),
        healthyAtMs: fc.integer({ min: 1_000, max: 1_800_000 }),
        rolls: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 50 }),
        stragglersMs: fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 30 }),
      }),
      (block) => {
        const { trialsBeganMs, closedAtMs, wrongs } = play(block);
        expect(wrongs).toEqual([]);
        const perMinute = Math.ceil(60_000 / BREAKER_MS.min);
        const tooDense = trialsBeganMs.filter(
          (beganMs, place) => beganMs - (trialsBeganMs[place - perMinute] ?? -Infinity) < 60_000,
        );
        expect(tooDense).toEqual([]);
        // In the worst case, a trial is refused just before the target is healthy. A pause and the trial that closes the breaker follow.
        const sessionMs = Math.max(...block.durationsMs);
        expect(closedAtMs - block.healthyAtMs).toBeLessThanOrEqual(BREAKER_MS.max + 2 * sessionMs + 100);
      },
    ),
    { numRuns: 200 },
  );
});
