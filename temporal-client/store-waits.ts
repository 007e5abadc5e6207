import { WorkflowNotFoundError, type Client, type WorkflowHandle } from '@temporalio/client';
import type { SignalDefinition } from '@temporalio/common';
import type { CrawlDispensaryInput } from '../domain/crawl-run.ts';
import type { MeetChainInput, MetChain } from '../domain/store-wait.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { crawlDispensaryId, jobWorkflowId } from '../temporal-config/workflow-ids.ts';
import type { crawlDispensary } from '../workflows/index.ts';
import { storeFreeSignal, wakeJobSignal } from '../workflows/messages.ts';
import { isNoAnswer } from './call-temporal.ts';
import type { Execution } from './temporal-state.ts';
import { promoteCrawl } from './promote-crawl.ts';
import { readArguments } from './steer-tasks.ts';

/**
 * Sends `wake` to a job that waits for other jobs. The other parameters and the result are those of `wakeWaiter`.
 */
export async function wakeJob(
  client: Client,
  id: string,
  onRefused: (error: unknown) => void,
): Promise<boolean> {
  return sendSignal(client.workflow.getHandle(jobWorkflowId(id)), wakeJobSignal, onRefused);
}

/**
 * Sends `storeFree` to a workflow that waits for its store: another task of that store has ended.
 * @param onRefused receives the error if the server refuses the signal. The task that ends must not fail because of that: the
 * waiting workflow polls, too
 * @returns false if the waiting workflow has ended
 * @throws only if the server does not answer
 */
export async function wakeWaiter(
  client: Client,
  workflowId: string,
  onRefused: (error: unknown) => void,
): Promise<boolean> {
  return sendSignal(client.workflow.getHandle(workflowId), storeFreeSignal, onRefused);
}

async function sendSignal(
  handle: WorkflowHandle,
  signal: SignalDefinition,
  onRefused: (error: unknown) => void,
): Promise<boolean> {
  return unlessGone(async () => {
    try {
      await handle.signal(signal);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError || isNoAnswer(error)) throw error;
      onRefused(error);
    }
    return true;
  }, false);
}

/** Whether a workflow has an open run. */
export async function isOpen(client: Client, workflowId: string): Promise<boolean> {
  return unlessGone(
    async () => (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING',
    false,
  );
}

/** Checks the newest chain of a dispensary for a start that it may block, and promotes it to the start's priority. */
export async function meetChain(
  client: Client,
  { dispensaryId, images, priority, since, promotedRunId }: MeetChainInput,
): Promise<MetChain> {
  const workflowId = crawlDispensaryId(dispensaryId);
  return unlessGone<MetChain>(
    async () => {
      const chain = client.workflow.getHandle<typeof crawlDispensary>(workflowId);
      const { status, runId, startTime } = await chain.describe();
      const isRunning = status.name === 'RUNNING';
      if (isRunning && priority > SCHEDULED_PRIORITY && runId !== promotedRunId)
        await promoteCrawl(chain, priority);
      const met = { runId, startedAt: startTime.toISOString() };
      const isNew = startTime >= new Date(since) && (isRunning || status.name === 'COMPLETED');
      if (isNew && (await hasImages(client, { workflowId, runId })) === images) return { is: 'same', ...met };
      return isRunning ? { is: 'other', ...met } : { is: 'over' };
    },
    { is: 'over' },
  );
}

async function hasImages(client: Client, chain: Execution): Promise<boolean> {
  const [input] = (await readArguments(client, chain)) ?? [];
  return (Object(input) as Partial<CrawlDispensaryInput>).images ?? true;
}

async function unlessGone<Result>(ask: () => Promise<Result>, gone: Result): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return gone;
    throw error;
  }
}
