import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';

/** How many pictures this process decodes at once: one per core, and at most the four threads that Node has for such work. */
export const DECODE_SLOTS = Math.min(availableParallelism(), 4);

const limit = pLimit(DECODE_SLOTS);

/** Runs work that decodes a picture once a slot of this process is free. */
export function decodeSlots<Result>(work: () => Promise<Result>): Promise<Result> {
  return limit(work);
}

/**
 * Maximum memory for all pictures that this process decodes and encodes at the same time, on any number of cores. The allocator
 * returns freed memory late, so the process's own memory grows by more.
 */
const DECODE_BYTES_MAX = 450_000_000;

let takenBytes = 0;

/** Pictures that wait for memory, in order; at most as many as there are slots. */
const waiting: { bytes: number; start: () => void }[] = [];

/**
 * Decodes a picture once enough memory is free. A picture that needs more than the maximum is decoded alone.
 * @param bytes an estimate of the memory that the work takes
 */
export async function withDecodeMemory<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
  await new Promise<void>((start) => {
    waiting.push({ bytes, start });
    startNext();
  });
  try {
    return await work();
  } finally {
    takenBytes -= bytes;
    startNext();
  }
}

function startNext(): void {
  for (;;) {
    const [next] = waiting;
    if (next === undefined) return;
    if (takenBytes > 0 && takenBytes + next.bytes > DECODE_BYTES_MAX) return;
    waiting.shift();
    takenBytes += next.bytes;
    next.start();
  }
}
