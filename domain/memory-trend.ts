/** A worker keeps the lowest use of its memory in each span of this length: a leak raises it, while tasks raise only the highest. */
export const MEMORY_SPAN_MS = 5 * 60_000;

/** How many spans a worker keeps: four hours. */
export const MEMORY_SPANS_MAX = 48;

/** A worker that started more recently has no trend, since every process takes memory when it starts. */
const SPANS_MIN = 4;

/** How far back a worker's memory is compared if it does not rise. */
const SPANS_OF_AN_HOUR = 12;

/** Memory that rose for a shorter time, or by fewer points of percent, may be that of the tasks. */
const RISING_SPANS_MIN = 7;
const RISING_POINTS_MIN = 5;

/** Of the whole rise, each half of the time has at least this share: a single step, as when work begins, is no rise. */
const RISING_SHARE_MIN = 0.25;

/** How a worker's memory has changed. */
export interface MemoryTrend {
  /** Whether it rises all the time since `at`. */
  is_rising: boolean;
  /** The memory that the worker used at `at`; of rising memory, the lowest. */
  percent: number;
  /** The start of the compared time: the moment of the lowest use, or about an hour before the last heartbeat if the memory does not rise. */
  at: Date;
}

/**
 * Tells whether a worker's memory rises, since when, and from how much; null if the worker has not run for long enough.
 * @param lows the lowest percentage of each span, oldest first; the last span has not ended
 * @param heardAt when the worker sent them
 */
export function memoryTrend(lows: readonly number[], heardAt: Date): MemoryTrend | null {
  if (lows.length < SPANS_MIN) return null;
  const lowest = lows.lastIndexOf(Math.min(...lows));
  const isRising = rises(lows.slice(lowest));
  const start = isRising ? lowest : Math.max(0, lows.length - 1 - SPANS_OF_AN_HOUR);
  return {
    is_rising: isRising,
    percent: lows[start]!,
    at: new Date(heardAt.getTime() - (lows.length - 1 - start) * MEMORY_SPAN_MS),
  };
}

function rises(lows: readonly number[]): boolean {
  if (lows.length < RISING_SPANS_MIN) return false;
  const third = Math.floor(lows.length / 3);
  const [first, second, last] = [
    Math.min(...lows.slice(0, third)),
    Math.min(...lows.slice(third, -third)),
    Math.min(...lows.slice(-third)),
  ];
  const rise = last - first;
  return (
    rise >= RISING_POINTS_MIN &&
    [second - first, last - second].every((part) => part >= rise * RISING_SHARE_MIN) &&
    stillRises(lows, rise)
  );
}

/**
 * Whether the last spans rose at a good part of the mean speed: memory that stays or falls by now rises no more. As many spans are
 * compared as take two points, since the percentages are whole numbers.
 */
function stillRises(lows: readonly number[], rise: number): boolean {
  const spans = Math.min(Math.ceil((2 * lows.length) / rise), Math.floor(lows.length / 3));
  const lately = Math.min(...lows.slice(-spans)) - Math.min(...lows.slice(-2 * spans, -spans));
  return lately >= (rise / lows.length) * spans * RISING_SHARE_MIN;
}
