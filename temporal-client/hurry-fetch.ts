import type { Client } from '@temporalio/client';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { callTemporal } from './call-temporal.ts';
import { describeLatest, resetActivity } from './steer-tasks.ts';

const FETCHES: readonly string[] = ['fetchMenu', 'fetchMenuInBrowser'];

/**
 * Makes the open chain of a dispensary fetch now if its fetch waits for a retry: the next attempt accepts a menu that somebody
 * has confirmed meanwhile. A running fetch is left alone; it accepts the menu at its end.
 * @returns false if no fetch waits
 * @throws TemporalUnavailable
 */
export async function hurryFetch(client: Client, dispensaryId: number): Promise<boolean> {
  return callTemporal(client, async () => {
    const chain = await describeLatest(client, crawlDispensaryId(dispensaryId));
    if (chain === null) return false;
    const { run, look } = chain;
    const { state, activity } = look;
    if (state !== 'later' || activity === null || !FETCHES.includes(activity.type)) return false;
    return (await resetActivity(client, run, activity)) === 'reset';
  });
}
