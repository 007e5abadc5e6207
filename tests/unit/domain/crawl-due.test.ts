import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchBeginsAt, batchesBegun, roomInWindow } from '../../../domain/crawl-due.ts';

const MINUTE_MS = 60_000;

test('whatever visibility has not shown yet, no more chains are started than the window has places', () => {
  const scene = fc.record({
    window: fc.integer({ min: 1, max: 1_000 }),
    closed: fc.nat(5_000),
    open: fc.nat(1_000),
    // The numbers of starts and ends that visibility does not show yet.
    startsNotShown: fc.nat(300),
    endsNotShown: fc.nat(300),
  });
  fc.assert(
    fc.property(scene, ({ window, closed, open, ...late }) => {
      const startsNotShown = Math.min(late.startsNotShown, open);
      const endsNotShown = Math.min(late.endsNotShown, closed);
      const room = roomInWindow({
        window,
        started: open + closed,
        running: open - startsNotShown + endsNotShown,
        closed: closed - endsNotShown,
        quietMs: 1_000,
      });
      expect(room).toBeGreaterThanOrEqual(0);
      expect(room).toBeLessThanOrEqual(Math.max(0, window - open));
    }),
  );
});

test('an empty window has all its places, and a full one none', () => {
  expect(roomInWindow({ window: 500, started: 0, running: 0, closed: 0, quietMs: null })).toBe(500);
  expect(roomInWindow({ window: 500, started: 900, running: 500, closed: 400, quietMs: 10 })).toBe(0);
  expect(roomInWindow({ window: 1, started: 7, running: 0, closed: 7, quietMs: 10 })).toBe(1);
});

test('places are given out when a tenth of the window is free', () => {
  const roomOf = (running: number) =>
    roomInWindow({ window: 500, started: 900, running, closed: 900 - running, quietMs: 10 });
  expect(roomOf(451)).toBe(0);
  expect(roomOf(450)).toBe(50);
});

test('chains that the server has deleted after their retention do not hold their places', () => {
  const state = { window: 10, started: 1_000, running: 4, closed: 100 };
  expect(roomInWindow({ ...state, quietMs: 1_000 })).toBe(0);
  expect(roomInWindow({ ...state, quietMs: 2 * MINUTE_MS })).toBe(6);
});

test('six batches over a day begin every four hours', () => {
  const beginnings = [0, 1, 5].map((batch) =>
    new Date(batchBeginsAt('2026-11-21T00:00:00Z', { batches: 6, overHours: 24 }, batch)).toISOString(),
  );
  expect(beginnings).toEqual([
    '2026-11-21T00:00:00.000Z',
    '2026-11-21T04:00:00.000Z',
    '2026-11-21T20:00:00.000Z',
  ]);
});

test('a batch has begun once its time has come, and the next one is planned for its own', () => {
  const beganAt = '2026-01-10T00:00:00.000Z';
  const spread = { batches: 4, overHours: 24 };
  const at = (time: string, batch: number) =>
    batchesBegun({ beganAt, batch, batches: 4 }, spread, new Date(`2026-01-10T${time}Z`));
  expect(at('00:00:01', 0)).toEqual({ begun: 1, nextAt: new Date('2026-01-10T06:00:00Z') });
  // The first batch has begun; the fan-out waits for the second one.
  expect(at('05:00:00', 1)).toEqual({ begun: 1, nextAt: new Date('2026-01-10T06:00:00Z') });
  expect(at('06:00:00', 1)).toEqual({ begun: 2, nextAt: new Date('2026-01-10T12:00:00Z') });
  // It is time for the second batch, but it has not begun, because the first batch still waits for the window.
  expect(at('07:00:00', 0)).toEqual({ begun: 1, nextAt: new Date('2026-01-10T06:00:00Z') });
  expect(at('19:00:00', 3)).toEqual({ begun: 4, nextAt: null });
  expect(at('19:00:00', 4)).toEqual({ begun: 4, nextAt: null });
});
