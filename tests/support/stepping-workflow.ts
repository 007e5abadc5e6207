import { condition, continueAsNew, defineQuery, defineSignal, setHandler } from '@temporalio/workflow';

export const step = defineSignal('step');
export const progress = defineQuery<{ summary: string }>('progress');

/** Takes a step at each signal. Continues as new after the second step, and ends after the fourth. */
export async function stepping(done = 0): Promise<number> {
  let steps = done;
  setHandler(step, () => void (steps += 1));
  setHandler(progress, () => ({ summary: `${steps} of 4` }));
  const last = done < 2 ? 2 : 4;
  await condition(() => steps >= last);
  if (last === 2) await continueAsNew<typeof stepping>(steps);
  return steps;
}
