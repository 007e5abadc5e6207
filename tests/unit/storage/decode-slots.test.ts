import { expect, test } from 'vitest';
import { withDecodeMemory } from '../../../storage/decode-slots.ts';

const LARGE = 300_000_000;

/** Starts work that takes this much memory, and that runs until the test ends it. */
function startWork(bytes: number) {
  const end = Promise.withResolvers<void>();
  let isRunning = false;
  const done = withDecodeMemory(bytes, async () => {
    isRunning = true;
    await end.promise;
  });
  return { end, done, isRunning: () => isRunning };
}

test('large pictures are decoded one at a time, small ones beside them, and a failure frees its memory', async () => {
  const works = [LARGE, 1_000_000, LARGE, 10 * LARGE].map(startWork);
  const [first, small, second, largest] = works;
  const running = async () => {
    // After one turn of the event loop, everything that can start has started.
    await new Promise(setImmediate);
    return works.map(({ isRunning }) => isRunning());
  };
  expect(await running()).toEqual([true, true, false, false]);
  first!.end.reject(new Error('damaged'));
  await expect(first!.done).rejects.toThrow('damaged');
  expect(await running()).toEqual([true, true, true, false]);
  second!.end.resolve();
  expect(await running()).toEqual([true, true, true, false]);
  // The largest work needs more than all of the memory, so it runs only when nothing else does.
  small!.end.resolve();
  expect(await running()).toEqual([true, true, true, true]);
  largest!.end.resolve();
  await Promise.all([small!.done, second!.done, largest!.done]);
});
