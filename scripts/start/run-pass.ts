import pLimit from 'p-limit';
import { describeUnconfirmed } from '../../domain/unconfirmed.ts';
import { withWait, type OnProgress } from '../../local/progress-ticks.ts';
import {
  startAnalyticsRefresh,
  startCrawlDue,
  startDiscovery,
  waitForCrawl,
} from '../../temporal-client/crawl-control.ts';
import { reasonOf } from '../../temporal-client/reason-of.ts';
import type { Stack } from './stack.ts';
import type { PassOutcome } from './summary.ts';

/** How many results are awaited concurrently: each of them is a long poll to the server. */
const LONG_POLLS_MAX = 50;

const PROGRESS_EVERY = 10;

/** A line is printed after this time without progress; crawls of large menus take minutes. */
const QUIET_MS = 60_000;

/** A line of the progress for which `npm run bench -- start` waits. */
export const FIRST_CRAWL_DONE = 'The first crawl is done';

const STILL_WAITING =
  'Still waiting for the workflows of this pass. The Web UI shows what they wait for, and logs/worker.log in the data folder shows what fails.';

interface Pass {
  /** Counts from 1. */
  number: number;
  of: number;
  progress: OnProgress;
}

/**
 * Makes one pass over the sandbox: changes the menus (except in the first pass), discovers stores, crawls every dispensary once,
 * and refreshes the analytics.
 */
export async function runPass(stack: Stack, pass: Pass): Promise<PassOutcome> {
  const quiet = setInterval(() => pass.progress(STILL_WAITING), QUIET_MS);
  const progress: OnProgress = (line, isTick) => {
    if (!isTick) quiet.refresh();
    pass.progress(line, isTick);
  };
  try {
    return await crawlAll(stack, { ...pass, progress });
  } finally {
    clearInterval(quiet);
  }
}

async function crawlAll(stack: Stack, pass: Pass): Promise<PassOutcome> {
  const { client, db, environment } = stack;
  const startedAtMs = Date.now();
  if (pass.number > 1) await evolveMenus(stack);
  pass.progress(`Pass ${pass.number} of ${pass.of}: looking for stores`);
  const discovery = await startDiscovery(
    client,
    { platform: 'dutchie', states: environment.DISCOVERY_STATES },
    'all',
  );
  const { found, promoted } = await withWait('Looking for stores', pass.progress, () =>
    discovery.handle.result(),
  );
  pass.progress(`Pass ${pass.number} of ${pass.of}: ${found} stores, ${promoted} of them new; crawling`);
  // New stores are being crawled already. The others are due, because their last crawl began before this pass.
  const due = await startCrawlDue(client, {
    scope: 'all',
    intervalHours: (Date.now() - startedAtMs) / 3_600_000,
    // A pass crawls every store once, even if the store's own interval is longer.
    ownIntervals: false,
  });
  await withWait('Starting the crawls', pass.progress, () => due.handle.result());
  const dispensaries = await db
    .selectFrom('dispensaries')
    .where('crawl_enabled', '=', true)
    .select(['id', 'name'])
    .orderBy('id')
    .execute();
  const outcome = await withWait('Crawling the menus', pass.progress, () =>
    waitForChains(stack, dispensaries, pass),
  );
  const analytics = await startAnalyticsRefresh(client);
  await withWait('Computing the analytics', pass.progress, () => analytics.handle.result());
  return { ...outcome, discovered: dispensaries.length };
}

async function evolveMenus({ sandbox }: Stack): Promise<void> {
  const response = await fetch(`${sandbox.controlUrl}/control/evolve`, { method: 'POST' });
  if (!response.ok)
    throw new Error(`The sandbox did not change its menus: HTTP ${response.status} ${await response.text()}`);
}

interface NamedId {
  id: number;
  name: string;
}

async function waitForChains(
  { client }: Stack,
  dispensaries: NamedId[],
  pass: Pass,
): Promise<Omit<PassOutcome, 'discovered'>> {
  const limit = pLimit(LONG_POLLS_MAX);
  const outcome = { crawled: 0, doubted: 0, failed: 0 };
  await limit.map(dispensaries, async ({ id, name }) => {
    try {
      const { unconfirmed } = await waitForCrawl(client, id);
      if (unconfirmed === undefined) outcome.crawled += 1;
      else {
        outcome.doubted += 1;
        pass.progress(`The menu of ${name} is doubted: ${describeUnconfirmed(unconfirmed)}`);
      }
      if (outcome.crawled === 1 && pass.number === 1) pass.progress(FIRST_CRAWL_DONE);
    } catch (error) {
      outcome.failed += 1;
      pass.progress(`The crawl of ${name} failed: ${reasonOf(error)}`);
    }
    const done = outcome.crawled + outcome.doubted + outcome.failed;
    if (done % PROGRESS_EVERY === 0 || done === dispensaries.length) {
      pass.progress(
        `Pass ${pass.number} of ${pass.of}: ${done} of ${dispensaries.length} dispensaries are done`,
      );
    }
  });
  return outcome;
}
