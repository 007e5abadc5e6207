import { sleep } from '@temporalio/workflow';

/** Waits where the recorded chain fetches, so that replaying a recorded history must fail. */
export async function crawlDispensary(): Promise<void> {
  await sleep('1 minute');
}
