/** Resident memory falls when garbage is collected: less time above the limit may be the work of a moment. */
const GROWN_FOR_MS = 60_000;

/** A worker of a pod with little memory is not started anew all the time. */
const GROWN_AFTER_MS = 10 * 60_000;

/** The most resident memory of a worker's own process, without browsers and processes of jobs, unless a setting says otherwise. */
const GROWN_MIB = 2_048;

/** Of its share of the pod's memory. A worker alone in its pod usually takes no tasks above this: `MEMORY_BACKOFF_THRESHOLD`. */
const GROWN_SHARE = 0.9;

/** Returns the resident memory above which a worker is started anew. @param memoryLimitMiB its share of the pod's memory */
export function growthLimitMiB(
  { RESTART_MEMORY_MIB: setLimitMiB }: { RESTART_MEMORY_MIB?: number | undefined },
  memoryLimitMiB: number,
): number {
  return setLimitMiB ?? Math.min(GROWN_MIB, Math.floor(memoryLimitMiB * GROWN_SHARE));
}

/** Watches the resident memory of a worker's own process: what leaks there, nothing but a new process gives back. */
export interface GrowthWatch {
  /** Processes a measurement. */
  observe(residentMiB: number, nowMs: number): void;
}

/** Creates the watch. @param onGrown called once, when the memory has been above the limit for a minute, and not soon after the start */
export function createGrowthWatch(
  limitMiB: number,
  onGrown: (found: { residentMiB: number; limitMiB: number }) => void,
): GrowthWatch {
  let startMs: number | null = null;
  let sinceMs: number | null = null;
  let hasGrown = false;
  return {
    observe(residentMiB, nowMs) {
      startMs ??= nowMs;
      sinceMs = residentMiB > limitMiB ? (sinceMs ?? nowMs) : null;
      if (hasGrown || sinceMs === null) return;
      if (nowMs - sinceMs < GROWN_FOR_MS || nowMs - startMs < GROWN_AFTER_MS) return;
      hasGrown = true;
      onGrown({ residentMiB, limitMiB });
    },
  };
}
