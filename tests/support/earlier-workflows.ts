import { makeContinueAsNewFunc } from '@temporalio/workflow';

/** Stands for earlier code, which ran with input that is refused today: goes on as a new run with its input. */
export async function crawlDue(input: object): Promise<never> {
  return makeContinueAsNewFunc<typeof crawlDue>({ taskQueue: 'crawlchain' })(input);
}
