import { sleep } from '@temporalio/workflow';

/** A chain that waits where the recorded one fetches: replaying a history must notice. */
export async function crawlDispensary(): Promise<void> {
  await sleep('1 minute');
}
