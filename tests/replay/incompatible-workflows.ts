import { sleep } from '@temporalio/workflow';

/** A chain that waits where the recorded one fetches. Replaying a recorded history against it must fail. */
export async function crawlDispensary(): Promise<void> {
  await sleep('1 minute');
}
