import { useState } from 'react';

/**
 * Returns a value that stays as it is while a request runs, and a function that runs one. A dialog would otherwise take its own change,
 * which may arrive before the answer, for somebody else's.
 */
export function useHeldWhile<Value>(
  value: Value,
): [held: Value, run: (request: () => Promise<void>) => Promise<void>] {
  const [held, hold] = useState<{ value: Value } | null>(null);
  const run = async (request: () => Promise<void>): Promise<void> => {
    hold({ value });
    try {
      await request();
    } catch (error) {
      hold(null);
      throw error;
    }
  };
  return [held === null ? value : held.value, run];
}
