import type { WorkerResources } from '../domain/worker.ts';
import type { Log } from '../observability/log.ts';
import type { BackOff } from './back-off.ts';
import type { Measured, ResourceMeter } from './resource-meter.ts';
import type { TaskSlots } from './task-slots.ts';

/** How often memory and processors are looked at. */
const SAMPLE_MS = 1_000;

/** What the worker uses, as last measured. */
export interface LoadWatch {
  resources(): WorkerResources;
  stop(): void;
}

interface LoadWatchOptions {
  meter: ResourceMeter;
  backOff: BackOff;
  slots: TaskSlots;
  log: Log;
  /** Called when the worker backs off, and when it works normally again. */
  onChange: () => void;
}

/** Measures again and again, and keeps the slots closed while the worker backs off. */
export function watchLoad({ meter, backOff, slots, log, onChange }: LoadWatchOptions): LoadWatch {
  let latest: Measured = meter.sample();
  const timer = setInterval(() => {
    latest = meter.sample();
    const change = backOff.observe(latest, performance.now());
    if (change === null) return;
    if (change === 'began') {
      slots.pause();
      log.warn(`backing off: ${backOff.reason}`);
    } else {
      slots.resume();
      log.info('resuming normal operation');
    }
    onChange();
  }, SAMPLE_MS);
  return {
    resources: () => ({
      ...latest,
      is_backing_off: backOff.reason !== null,
      backoff_reason: backOff.reason,
      backoff_cause: backOff.cause,
    }),
    stop: () => clearInterval(timer),
  };
}
