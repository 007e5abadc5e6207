import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';

export { startOnce, startOnce as scheduledCrawlDue } from '../../workflows/start-once.ts';

export const goOn = defineSignal('goOn');

/** Stands in for a fan-out with a long history: continues as new, then waits for a signal, unless the signal has come before. */
export async function crawlDue(input: { mayEnd?: boolean }): Promise<{ started: number; summary: string }> {
  let mayEnd = input.mayEnd ?? false;
  setHandler(goOn, () => void (mayEnd = true));
  if (workflowInfo().continuedFromExecutionRunId === undefined)
    await continueAsNew<typeof crawlDue>({ ...input, mayEnd });
  await condition(() => mayEnd);
  return { started: 7, summary: 'done at last' };
}

/** Returns what earlier code returned, which had no run id. */
export async function startOnceOfOld(): Promise<object> {
  return { workflowId: 'crawl-due/all', outcome: 'started' };
}
