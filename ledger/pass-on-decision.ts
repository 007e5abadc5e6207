import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { hasSuspect } from '../db/queries/quarantine.ts';
import type { Asking } from '../db/queries/run-events.ts';
import { unlessAway } from '../temporal-client/call-temporal.ts';
import { hurryFetch } from '../temporal-client/hurry-fetch.ts';
import { laterId, lookAgainName } from '../temporal-config/workflow-ids.ts';
import { cancelNoted } from './cancel-noted.ts';
import { describeNewestRun } from './describe-ledger-run.ts';

interface Servers {
  db: Db;
  client: Client;
}

/** A payload that somebody has confirmed or rejected. */
interface Decided {
  id: number;
  dispensaryId: number;
  verdict: 'confirmed' | 'rejected';
}

/**
 * Passes a decision about a doubted menu on to the store's tasks: a chain that waits to fetch again because of the doubt
 * continues at once with a confirmed menu, and a waiting crawl ends if no doubt is left. Both tasks would find out by themselves
 * when their time comes, so it is no error if Temporal is unavailable.
 */
export async function passOnDecision(
  { db, client }: Servers,
  { id, dispensaryId, verdict }: Decided,
  asking: Asking,
): Promise<void> {
  if (verdict === 'confirmed') await unlessAway(hurryFetch(client, dispensaryId), false);
  if (await hasSuspect(db, dispensaryId)) return;
  const { run } = await describeNewestRun({ db, client }, laterId(lookAgainName(dispensaryId)));
  if (run === null || run.endedAt !== null) return;
  const reported = `Payload ${id} was ${verdict}: ${asking.reason ?? 'no reason was given'}`;
  await unlessAway(
    cancelNoted({ db, client }, run, { ...asking, reason: reported, terminationReason: reported }),
    false,
  );
}
