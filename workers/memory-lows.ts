import { MEMORY_SPAN_MS, MEMORY_SPANS_MAX } from '../domain/memory-trend.ts';

/** Keeps the lowest memory use of each span since the process started, up to a maximum number of spans. */
export interface MemoryLows {
  /** Adds a measurement. @returns the lowest percentages, in whole numbers, oldest first */
  add(percent: number, nowMs: number): number[];
}

/** Creates an empty record of memory use. */
export function createMemoryLows(): MemoryLows {
  const lows: number[] = [];
  let newest = 0;
  return {
    add(percent, nowMs) {
      const span = Math.floor(nowMs / MEMORY_SPAN_MS);
      const measured = Math.round(percent);
      const last = lows.at(-1);
      if (span === newest && last !== undefined) lows[lows.length - 1] = Math.min(last, measured);
      // Spans without a measurement, as when the process was suspended, count with this one.
      else lows.push(...Array.from({ length: last === undefined ? 1 : span - newest }, () => measured));
      newest = span;
      lows.splice(0, lows.length - MEMORY_SPANS_MAX);
      return [...lows];
    },
  };
}
