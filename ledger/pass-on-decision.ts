import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { hasSuspect } from '../db/queries/quarantine.ts';
import type { Asking } from '../db/queries/run-events.ts';
import { unlessAway } from '../temporal-client/ask-temporal.ts';
import { hurryFetch } from '../temporal-client/hurry-fetch.ts';
import { laterId, lookAgainName } from '../temporal-config/workflow-ids.ts';
import { cancelNoted } from './cancel-noted.ts';
import { lookAtNewestRun } from './look-at-run.ts';

interface Servers {
  db: Db;
  client: Client;
}

/** A payload that a person has decided. */
interface Decided {
  id: number;
  dispensaryId: number;
  verdict: 'confirmed' | 'rejected';
}

/**
 * Tells the tasks of a store that a person has decided one of its doubted menus: a chain that waits to fetch again because of the
 * doubt goes on with a confirmed menu at once, and the look again ends where nothing is left to look at. Neither needs to be told:
 * both find out when their time comes, so a Temporal that is away is no error.
 */
export async function passOnDecision(
  { db, client }: Servers,
  { id, dispensaryId, verdict }: Decided,
  asking: Asking,
): Promise<void> {
  if (verdict === 'confirmed') await unlessAway(hurryFetch(client, dispensaryId), false);
  if (await hasSuspect(db, dispensaryId)) return;
  const { run } = await lookAtNewestRun({ db, client }, laterId(lookAgainName(dispensaryId)));
  if (run === null || run.endedAt !== null) return;
  const told = `Payload ${id} was ${verdict}: ${asking.reason ?? 'no reason was given'}`;
  await unlessAway(cancelNoted({ db, client }, run, { ...asking, reason: told, told }), false);
}
