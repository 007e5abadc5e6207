import { describe, expect, test } from 'vitest';
import { scheduleFault } from '../../../reports/schedule-fault.ts';
import type { ScheduleReport } from '../../../temporal-client/describe-schedules.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

type Ran = Pick<NonNullable<ScheduleReport['lastRun']>, 'at' | 'outcome' | 'error'>;

function fault(change: { lastRun?: Ran | null; nextRunAt?: Date | null; paused?: boolean }) {
  const report = { paused: false, nextRunAt: at(30), lastRun: null, ...change };
  return scheduleFault(report as ScheduleReport, NOW);
}

describe('scheduleFault', () => {
  test('one that completed, runs, or never ran has none', () => {
    for (const outcome of ['completed', 'running', 'already running', 'forgotten'] as const)
      expect(fault({ lastRun: { at: at(-90), outcome, error: null } })).toBe(null);
    expect(fault({})).toBe(null);
  });

  test('one whose last run failed says why, paused or not', () => {
    const lastRun = { at: at(-90), outcome: 'failed' as const, error: 'no proxy' };
    const failed = { state: 'failed', words: 'failed 90 min ago: no proxy' };
    expect(fault({ lastRun })).toEqual(failed);
    expect(fault({ lastRun, paused: true })).toEqual(failed);
  });

  test('a start that no worker takes is late after five minutes', () => {
    const waiting = (minutes: number): Ran => ({ at: at(-minutes), outcome: 'waiting', error: null });
    expect(fault({ lastRun: waiting(4) })).toBe(null);
    expect(fault({ lastRun: waiting(12) })).toEqual({
      state: 'late',
      words: 'is late: no worker has taken its start for 12 min',
    });
  });

  test('one that was due and has not fired is late, unless it is paused', () => {
    expect(fault({ nextRunAt: at(-4) })).toBe(null);
    expect(fault({ nextRunAt: at(-12) })?.words).toBe('is late: it was due 12 min ago');
    expect(fault({ nextRunAt: at(-12), paused: true })).toBe(null);
  });
});
