import type { Client } from '@temporalio/client';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { askTemporal } from './ask-temporal.ts';
import { describeLatest, resetActivity } from './steer-tasks.ts';

const FETCHES: readonly string[] = ['fetchMenu', 'fetchMenuInBrowser'];

/**
 * Has the open chain of a dispensary fetch now, where it waits to try that again: its next attempt takes a menu that a person has
 * confirmed meanwhile. A fetch that is under way is left alone, and takes it at its end.
 * @returns false: no fetch waits
 * @throws TemporalUnavailable
 */
export async function hurryFetch(client: Client, dispensaryId: number): Promise<boolean> {
  return askTemporal(client, async () => {
    const chain = await describeLatest(client, crawlDispensaryId(dispensaryId));
    if (chain === null) return false;
    const { run, look } = chain;
    const { state, activity } = look;
    if (state !== 'later' || activity === null || !FETCHES.includes(activity.type)) return false;
    return (await resetActivity(client, run, activity)) === 'reset';
  });
}
