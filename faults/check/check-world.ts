import { checkCatalog } from './check-catalog.ts';
import { checkFiles } from './check-files.ts';
import { checkLeftovers } from './check-leftovers.ts';
import { checkOverlaps } from './check-overlaps.ts';
import { checkPayloads } from './check-payloads.ts';
import { checkProxies } from './check-proxies.ts';
import { checkRequests } from './check-requests.ts';
import { checkStages } from './check-stages.ts';
import type { CheckedWorld, Expected } from './checked-world.ts';
import { CHECKS, type Finding } from './finding.ts';
import { readRuns } from './read-runs.ts';

/** One broken thing may show in every product of a store: of each check, so many findings are enough. */
const FINDINGS_OF_ONE_CHECK_MAX = 10;

/**
 * Compares what a world holds after a fault with what it was asked for and with the sandbox's truth: nothing lost, nothing
 * done twice, nothing left behind.
 * @returns what is wrong; nothing when all is well
 */
export async function checkWorld(world: CheckedWorld, expected: Expected): Promise<Finding[]> {
  const runs = await readRuns(world);
  const findings = [
    ...checkRequests(runs, expected.acknowledged),
    ...(await checkStages(world)),
    ...checkOverlaps(runs),
    ...(await checkPayloads(world)),
    ...(await checkCatalog(world)),
    ...(await checkFiles(world)),
    ...(await checkProxies(world)),
    ...(await checkLeftovers(world, expected.lastKillAt)),
  ];
  return CHECKS.flatMap((check) => shorten(findings.filter((finding) => finding.check === check)));
}

function shorten(findings: Finding[]): Finding[] {
  const [first] = findings;
  const rest = findings.length - FINDINGS_OF_ONE_CHECK_MAX;
  if (first === undefined || rest <= 0) return findings;
  return [
    ...findings.slice(0, FINDINGS_OF_ONE_CHECK_MAX),
    { check: first.check, message: 'more of the same check', expected: 'none', seen: String(rest) },
  ];
}
