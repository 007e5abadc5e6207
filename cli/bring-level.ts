import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { readLedgerAge } from '../db/queries/runs.ts';
import { catchUp } from '../ledger/catch-up.ts';
import { isNoAnswer } from '../temporal-client/ask-temporal.ts';

/** Another process is bringing it level: so long is waited for that. */
const OTHER_MS_MAX = 5_000;
const LOOK_EVERY_MS = 250;

/**
 * Brings the ledger level with Temporal where no process keeps it so.
 * @returns false: Temporal does not answer any more, or another process is at it and not done
 */
export async function bringLevel(db: Db, client: Client): Promise<boolean> {
  if (!(await readLedgerAge(db)).isStale) return true;
  try {
    const taken = await catchUp({ db, client });
    return taken !== null || (await isLevelSoon(db));
  } catch (error) {
    if (isNoAnswer(error)) return false;
    throw error;
  }
}

async function isLevelSoon(db: Db): Promise<boolean> {
  const deadline = performance.now() + OTHER_MS_MAX;
  while ((await readLedgerAge(db)).isStale) {
    if (performance.now() > deadline) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}
