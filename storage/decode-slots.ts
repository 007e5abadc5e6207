import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';

/**
 * How many pictures this process decodes at once: one a core, and at most the four threads that Node has for such
 * work. The largest picture takes some 400 MB to decode and encode, so this also bounds the memory of all of them.
 */
export const DECODE_SLOTS = Math.min(availableParallelism(), 4);

const limit = pLimit(DECODE_SLOTS);

/** Does a piece of work that decodes a picture once one of the process's slots is free. */
export function decodeSlots<Result>(work: () => Promise<Result>): Promise<Result> {
  return limit(work);
}
