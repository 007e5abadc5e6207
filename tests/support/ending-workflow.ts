import {
  ApplicationFailure,
  condition,
  continueAsNew,
  defineSignal,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { OUTCOME } from '../../temporal-config/search-attributes.ts';

export const end = defineSignal<[how: 'completed' | 'unconfirmed' | 'failed' | 'continued']>('end');

/** Ends in the way that its input names, or else the next signal. */
export async function ending(reported?: 'completed'): Promise<{ ended: string }> {
  let how: string | undefined = reported;
  setHandler(end, (word) => void (how = word));
  await condition(() => how !== undefined);
  if (how === 'continued') await continueAsNew<typeof ending>();
  if (how === 'failed') throw ApplicationFailure.nonRetryable('a test', 'UpstreamError');
  if (how === 'unconfirmed') upsertSearchAttributes([{ key: OUTCOME, value: 'unconfirmed' }]);
  return { ended: how ?? '' };
}
