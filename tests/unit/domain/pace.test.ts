import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FULL_PACE,
  nextPace,
  SPEED_MIN,
  SPEED_MIN_WHEN_LATE,
  WAIT_MS_MAX,
  type Pace,
  type PaceEvent,
} from '../../../domain/pace.ts';

const START_MS = 1_700_000_000_000;

const anyEvent = fc.record({
  outcome: fc.constantFrom<PaceEvent['outcome']>('answered', 'blocked', 'limited', 'failed'),
  durationMs: fc.option(fc.double({ min: 0, max: 90_000, noNaN: true }), { nil: undefined }),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 10 * WAIT_MS_MAX }), { nil: undefined }),
  /** The time from sending the request to its end. */
  sentBeforeMs: fc.integer({ min: 0, max: 90_000 }),
  /** The time since the previous event. */
  laterMs: fc.integer({ min: 0, max: 60_000 }),
});

type AnyEvent = typeof anyEvent extends fc.Arbitrary<infer Event> ? Event : never;

/** Applies events one by one. @returns each event with the pace before it and after it */
function follow(events: AnyEvent[]): { before: Pace; event: PaceEvent; after: Pace }[] {
  let before = FULL_PACE;
  let nowMs = START_MS;
  return events.map(({ sentBeforeMs, laterMs, ...rest }) => {
    nowMs += laterMs;
    const step = { before, event: { ...rest, sentAtMs: nowMs - sentBeforeMs, nowMs } };
    const after = nextPace(step.before, step.event);
    before = after;
    return { ...step, after };
  });
}

function expectAlways(claim: (step: { before: Pace; event: PaceEvent; after: Pace }) => void): void {
  fc.assert(fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => follow(events).forEach(claim)));
}

/** Applies `count` equal events, one second apart. Each request is sent after the previous one has ended. */
function oneByOne(pace: Pace, count: number, event: Partial<PaceEvent>): Pace {
  let result = pace;
  const startMs = (pace.slowedAtMs ?? START_MS) + 1;
  for (let place = 0; place < count; place += 1) {
    const sentAtMs = startMs + place * 1000;
    result = nextPace(result, {
      outcome: 'answered',
      durationMs: 100,
      sentAtMs,
      nowMs: sentAtMs + 500,
      ...event,
    });
  }
  return result;
}

describe('nextPace', () => {
  test('keeps the speed within its bounds', () => {
    expectAlways(({ after }) => {
      expect(after.speed).toBeGreaterThanOrEqual(SPEED_MIN);
      expect(after.speed).toBeLessThanOrEqual(1);
    });
  });

  test('raises the speed by an answer only, and by little', () => {
    expectAlways(({ before, event, after }) => {
      if (after.speed <= before.speed) return;
      expect(event.outcome).toBe('answered');
      expect(after.speed - before.speed).toBeLessThanOrEqual(0.02 + 1e-9);
    });
  });

  test('lowers it once for all that were under way together', () => {
    expectAlways(({ before, event, after }) => {
      const wasUnderWay = before.slowedAtMs !== null && event.sentAtMs <= before.slowedAtMs;
      expect(wasUnderWay && after.speed !== before.speed).toBe(false);
    });
  });

  test('never shortens a wait, and asks for none beyond the maximum', () => {
    expectAlways(({ before, event, after }) => {
      expect(after.waitsUntilMs ?? 0).toBeGreaterThanOrEqual(before.waitsUntilMs ?? 0);
      const requested = after.waitsUntilMs === before.waitsUntilMs ? 0 : (after.waitsUntilMs ?? 0);
      expect(requested).toBeLessThanOrEqual(event.nowMs + WAIT_MS_MAX);
    });
  });

  test('waits at least as long as was asked, up to the maximum', () => {
    expectAlways(({ event, after }) => {
      if (event.retryAfterMs === undefined) return;
      expect(after.waitsUntilMs).toBeGreaterThanOrEqual(
        event.nowMs + Math.min(event.retryAfterMs, WAIT_MS_MAX),
      );
    });
  });

  test('halves the speed at a block and at a limit', () => {
    for (const outcome of ['blocked', 'limited'] as const) {
      expect(oneByOne(FULL_PACE, 1, { outcome }).speed).toBe(0.5);
      expect(oneByOne(oneByOne(FULL_PACE, 1, { outcome }), 1, { outcome }).speed).toBe(0.25);
    }
  });

  test('is back at full speed after so many answers in time', () => {
    const slow = { ...FULL_PACE, speed: SPEED_MIN, slowedAtMs: START_MS };
    expect(oneByOne(slow, 48, {}).speed).toBeLessThan(1);
    expect(oneByOne(slow, 49, {}).speed).toBe(1);
  });

  test('an error that says nothing changes nothing', () => {
    const pace = { ...FULL_PACE, speed: 0.4, slowedAtMs: START_MS, limitsInARow: 2 };
    expect(oneByOne(pace, 1, { outcome: 'failed' })).toEqual(pace);
  });

  test('waits two seconds after a limit that says nothing, and twice as long each time up to a minute', () => {
    let pace = FULL_PACE;
    const waits: number[] = [];
    for (let place = 0; place < 7; place += 1) {
      const nowMs = START_MS + place * 100_000;
      pace = nextPace(pace, { outcome: 'limited', sentAtMs: nowMs - 10, nowMs });
      waits.push((pace.waitsUntilMs ?? 0) - nowMs);
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(oneByOne(pace, 1, {}).limitsInARow).toBe(0);
  });

  test('counts limits that met requests under way together as one', () => {
    const together = { outcome: 'limited', sentAtMs: START_MS - 100, nowMs: START_MS } as const;
    const once = nextPace(FULL_PACE, together);
    expect(nextPace(once, { ...together, nowMs: START_MS + 50 })).toEqual(once);
  });

  test('slows down while answers take far longer than usual, but not below its share', () => {
    const usual = oneByOne(FULL_PACE, 50, {});
    expect(usual).toMatchObject({ speed: 1, latencyUsualMs: 100 });
    const late = { durationMs: 2_000, sentAtMs: START_MS + 100_000, nowMs: START_MS + 102_000 };
    const slower = oneByOne({ ...usual, slowedAtMs: START_MS + 60_000 }, 4, { durationMs: 2_000 });
    expect(slower.speed).toBeLessThan(1);
    let pace = usual;
    for (let place = 0; place < 100; place += 1) {
      const moved = place * 3_000;
      pace = nextPace(pace, {
        outcome: 'answered',
        durationMs: late.durationMs,
        sentAtMs: late.sentAtMs + moved,
        nowMs: late.nowMs + moved,
      });
    }
    expect(pace.speed).toBe(SPEED_MIN_WHEN_LATE);
    expect(oneByOne(pace, 80, {}).speed).toBe(1);
  });

  test('does not slow down for what is usual, nor before it is known', () => {
    for (const durationMs of [5, 100, 4_000]) {
      for (let count = 1; count < 40; count += 1) {
        expect(oneByOne(FULL_PACE, count, { durationMs }).speed).toBe(1);
      }
    }
    const oddFirst = oneByOne(FULL_PACE, 1, { durationMs: 5 });
    expect(oneByOne(oddFirst, 60, { durationMs: 300 }).speed).toBe(1);
  });
});
