import type { Page } from 'puppeteer';
import { expect } from 'vitest';
import { makeKey } from '../../db/api-key-text.ts';
import type { Db } from '../../db/connect.ts';
import { addApiKey } from '../../db/queries/api-keys.ts';
import type { Scope } from '../../domain/api-scope.ts';
import { makeRun, runIdAt } from '../integration/db/make-runs.ts';
import { startApiServer } from './api-server.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestNamespace } from './test-namespace.ts';

interface DashboardServerOptions {
  /** Variables that are added to the API's environment. */
  env?: Record<string, string>;
  /**
   * Writes data before the API starts, so that the ledger's first comparison with Temporal sees it. The next comparison comes only after
   * ten minutes.
   */
  fill?: (db: Db) => Promise<unknown>;
}

/** Starts an API with the dashboard, but no worker. */
export async function createDashboardServer({ env = {}, fill }: DashboardServerOptions = {}) {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  await fill?.(db);
  return { db, client, ...(await startApiServer({ db, client, env })) };
}

/** Adds an API key with this scope. */
export async function addKey(db: Db, scope: Scope) {
  const { id, text, secretSha256 } = makeKey();
  await addApiKey(db, { id, name: `the ${scope} key`, scope, secretSha256, expiresAt: null });
  return { id, text };
}

/** Types a key into the sign-in page. */
export async function enterKey(page: Page, text: string): Promise<void> {
  const field = await page.waitForSelector('#key');
  await field!.click({ count: 3 });
  await field!.type(text);
  await page.keyboard.press('Enter');
}

/** Adds tasks that have just failed. */
export async function addFailed(db: Db, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const endedAt = new Date(Date.now() - 1_000);
    await makeRun(db, {
      id: runIdAt(endedAt.getTime() - 30_000),
      ended_at: endedAt,
      ended_as: 'failed',
      error_kind: 'Blocked',
      platform: 'dutchie',
      error_message: `Expected a menu, got a block page with status 403 from store ${number}`,
    });
  }
}

/** Waits until the API lists tasks: rows that come once a list is open are only announced. */
export async function untilListed(
  url: string,
  { status, count }: { status: string; count: number },
): Promise<void> {
  const listed = async (): Promise<unknown> => (await fetch(`${url}/api/tasks?status=${status}`)).json();
  await expect
    .poll(listed, { timeout: LISTED_MS_MAX })
    .toMatchObject({ items: Array.from({ length: count }, () => expect.anything() as unknown) });
}

/** Enough for a ledger that follows Temporal on a busy machine. */
const LISTED_MS_MAX = 120_000;
