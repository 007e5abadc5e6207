import { checkCatalog } from './check-catalog.ts';
import { checkFiles } from './check-files.ts';
import { checkJobs } from './check-jobs.ts';
import { checkLedger } from './check-ledger.ts';
import { checkLeftovers } from './check-leftovers.ts';
import { checkOverlaps } from './check-overlaps.ts';
import { checkPayloads } from './check-payloads.ts';
import { checkProxies } from './check-proxies.ts';
import { checkRequests } from './check-requests.ts';
import { checkStages } from './check-stages.ts';
import type { CheckedWorld, Expected } from './checked-world.ts';
import type { Checked, Counted, Looked } from './finding.ts';
import { readRuns } from './read-runs.ts';

/**
 * Compares a world after a fault with the requests that were made and with the sandbox's truth: nothing may be lost, done twice or left
 * behind.
 * @returns the findings, and how much was checked
 */
export async function checkWorld(world: CheckedWorld, expected: Expected): Promise<Checked> {
  const runs = await readRuns(world);
  const [requests, overlaps] = [checkRequests(runs, expected.acknowledged), checkOverlaps(runs)];
  const [stages, ledger] = [await checkStages(world), await checkLedger(world)];
  // Comes after `checkLedger`, which has brought the ledger up to date with Temporal.
  const jobs = await checkJobs(world, expected.jobs);
  const [payloads, catalog, files] = [
    await checkPayloads(world),
    await checkCatalog(world),
    await checkFiles(world),
  ];
  const findings = [
    ...requests.findings,
    ...stages,
    ...[jobs, overlaps, ledger, payloads, catalog, files].flatMap((checked) => checked.findings),
    ...(await checkProxies(world)),
    ...(await checkLeftovers(world, expected.lastKillAt)),
  ];
  return { findings, looked: sumUp([requests, jobs, overlaps, ledger, payloads, catalog, files]) };
}

/** Adds up the counts of checked items. The checks of payloads and of pictures count in the same line. */
function sumUp(checked: readonly Checked[]): Looked {
  const sum: Looked = {};
  for (const { looked } of checked)
    for (const [line, count] of Object.entries(looked) as [Counted, number][])
      sum[line] = (sum[line] ?? 0) + count;
  return sum;
}
