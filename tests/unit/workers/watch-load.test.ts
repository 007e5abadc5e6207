import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../observability/log.ts';
import { createBackOff } from '../../../workers/back-off.ts';
import type { Measured } from '../../../workers/resource-meter.ts';
import { watchLoad } from '../../../workers/watch-load.ts';

const DISK = { folder: '/data', free_bytes: 5, total_bytes: 10, has_free_files: true };

afterEach(() => vi.useRealTimers());

/** Watches a worker that is alone in its pod. @param samples memory in percent, one sample per second; the last one repeats */
function watch(...samples: number[]) {
  vi.useFakeTimers();
  const sample = (): Measured => {
    const memory_percent = samples.length > 1 ? samples.shift()! : samples[0]!;
    const memory = { memory_mb: memory_percent, memory_total_mb: 100, memory_percent };
    return {
      memory_rss_mb: 1,
      cpu_user_ms: 1,
      cpu_system_ms: 1,
      cpu_percent: 5,
      pod: { measured: 'a group', ...memory },
    };
  };
  const measures = { memory: 'control group', cpu: 'control group' } as const;
  const meter = { memoryLimitMiB: 100, measures, sample, ownMemory: ({ pod }: Measured) => pod };
  const changes: string[] = [];
  const load = watchLoad({
    meter,
    disk: { latest: () => DISK, stop: () => undefined },
    clock: { aheadMs: () => 0, now: () => new Date(), stop: () => undefined },
    backOff: createBackOff({ memoryThreshold: 0.85, cpuThreshold: 1, memoryOf: 'worker', durationMs: 3_000 }),
    growth: { observe: () => undefined },
    slots: {
      addQueue: () => {
        throw new Error('No queue is added.');
      },
      pause: () => changes.push('paused'),
      resume: () => changes.push('resumed'),
    },
    log: createLog('silent'),
    onChange: () => changes.push('reported'),
  });
  return { load, changes };
}

test('memory and the reason of a back-off are of one measurement, whenever they are asked for', () => {
  const { load } = watch(40, 86, 91, 70);
  for (const percent of [40, 86, 91, 70]) {
    const { memory_percent, memory_lows: lows, backoff_reason: reason, disk } = load.resources();
    expect(lows).toEqual([40]);
    expect(disk).toEqual(DISK);
    expect(memory_percent).toBe(percent);
    expect(reason?.split(' (')[0] ?? null).toBe(percent === 40 ? null : `Memory at ${percent}.0%`);
    vi.advanceTimersByTime(1_000);
  }
  load.stop();
});

test('a worker reports at once when it begins and when it ends to back off, and at no other measurement', () => {
  const { load, changes } = watch(40, 86, 91, 70);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(changes).toEqual(['paused', 'reported']);
  vi.advanceTimersByTime(2_000);
  expect(changes).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(changes).toEqual(['paused', 'reported', 'resumed', 'reported']);
  load.stop();
});
