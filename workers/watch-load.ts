import type { WorkerResources } from '../domain/worker.ts';
import type { DiskWatch } from '../storage/watch-disk.ts';
import type { Log } from '../observability/log.ts';
import type { BackOff } from './back-off.ts';
import type { GrowthWatch } from './watch-growth.ts';
import { createMemoryLows } from './memory-lows.ts';
import type { Measured, ResourceMeter } from './resource-meter.ts';
import type { TaskSlots } from './task-slots.ts';
import type { ClockWatch } from './watch-clock.ts';

/** How often to measure memory and processor use. */
const SAMPLE_MS = 1_000;

/** The worker's last measured resource use. */
export interface LoadWatch {
  resources(): WorkerResources;
  stop(): void;
}

interface LoadWatchOptions {
  meter: ResourceMeter;
  clock: ClockWatch;
  disk: DiskWatch;
  backOff: BackOff;
  growth: GrowthWatch;
  slots: TaskSlots;
  log: Log;
  /** Called when a back-off begins or ends. */
  onChange: () => void;
}

/** Measures now and then every second. Keeps the slots closed while the worker backs off. */
export function watchLoad({
  meter,
  clock,
  disk,
  backOff,
  growth,
  slots,
  log,
  onChange,
}: LoadWatchOptions): LoadWatch {
  let latest: Measured = meter.sample();
  const look = (): void => {
    const { cpu_percent, pod } = latest;
    const observed = { memory_percent: pod.memory_percent, cpu_percent, clock_ahead_ms: clock.aheadMs() };
    const change = backOff.observe(observed, performance.now());
    if (change === null) return;
    if (change === 'began') {
      slots.pause();
      log.warn(`backing off: ${backOff.reason}`);
    } else {
      slots.resume();
      log.info('resuming normal operation');
    }
    onChange();
  };
  look();
  const lows = createMemoryLows();
  const timer = setInterval(() => {
    latest = meter.sample();
    growth.observe(latest.memory_rss_mb, performance.now());
    look();
  }, SAMPLE_MS);
  return {
    resources() {
      const memory = meter.ownMemory(latest);
      return {
        ...latest,
        ...memory,
        memory_lows: lows.add(memory.memory_percent, performance.now()),
        is_backing_off: backOff.reason !== null,
        backoff_reason: backOff.reason,
        backoff_cause: backOff.cause,
        disk: disk.latest() ?? undefined,
      };
    },
    stop: () => clearInterval(timer),
  };
}
