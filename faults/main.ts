import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../local/describe-machine.ts';
import { StartRefused } from '../scripts/start/refusal.ts';
import { readFaultOptions, type FaultOptions } from './options.ts';
import { planRounds } from './plan-rounds.ts';
import { reasonOf, roundNotRun, runRounds, type RoundResult } from './run-rounds.ts';
import { formatScorecard, scoreRounds } from './scorecard.ts';
import { STORAGE_DISK_BYTES } from './strikes/disk-fault.ts';
import type { WorldKind } from './strikes/fault.ts';
import { openOwnWorld, type FaultWorld } from './world/own-world.ts';
import { openStartWorld } from './world/start-world.ts';
import { writeFaultsPage } from './write-page.ts';

// `npm run faults`. Exit codes: 0 success; 1 a finding, a missed goal or a crash of the harness; 2 a wrong option.

const PAGE = fileURLToPath(new URL('./README.md', import.meta.url));

/**
 * The number of stores. In most rounds half of them are not struck; these are crawled at the same time as the struck
 * ones.
 */
const WORLD = { dispensaries: 25, products: 110 };

const OPEN_WORLD = { own: openOwnWorld, start: openStartWorld };

/** For the estimate: the time to start and stop all servers and processes. */
const START_SECONDS = 20;

const progress = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  process.exitCode = await main(readFaultOptions(process.argv.slice(2)));
} catch (error) {
  const isRefusal = error instanceof StartRefused;
  console.error(isRefusal ? `faults: ${error.message}` : error);
  process.exitCode = isRefusal ? 2 : 1;
}

async function main(options: FaultOptions): Promise<number> {
  if (options.help !== null) {
    process.stdout.write(options.help);
    return 0;
  }
  const results = await runOnce(options);
  const scorecard = scoreRounds(results);
  const findings = results.flatMap((result) => result.findings);
  progress(formatScorecard(scorecard));
  if (options.write) {
    const run = { ...options, scorecard, at: new Date(), machine: describeMachine() };
    await writeFile(PAGE, writeFaultsPage(results, run));
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ scorecard })}\n`);
  return results.length > 0 && findings.length === 0 && scorecard.every(({ ok }) => ok) ? 0 : 1;
}

async function runOnce(options: FaultOptions): Promise<RoundResult[]> {
  const rounds = planRounds(options);
  const seconds = START_SECONDS + rounds.reduce((sum, { fault }) => sum + fault.roundSeconds, 0);
  progress(
    `${rounds.length} rounds from seed ${options.seed}; this takes about ${Math.ceil(seconds / 60)} min`,
  );
  const results: RoundResult[] = [];
  for (const [kind, ofKind] of Map.groupBy(options.faults, ({ world = 'own' }) => world))
    results.push(...(await runIn(OPEN_WORLD[kind], { ...options, faults: ofKind })));
  return results;
}

async function runIn(
  openWorld: (typeof OPEN_WORLD)[WorldKind],
  options: FaultOptions,
): Promise<RoundResult[]> {
  const storageDisk = options.faults.some(({ fillsDisk }) => fillsDisk)
    ? { storageDiskBytes: STORAGE_DISK_BYTES }
    : {};
  let world: FaultWorld;
  try {
    world = await openWorld({ ...WORLD, ...storageDisk, seed: options.seed });
  } catch (error) {
    // The results of the other worlds are still reported.
    console.error(error);
    return planRounds(options).map((plan) =>
      roundNotRun(plan, `its world did not start: ${reasonOf(error)}`),
    );
  }
  const closing = closeOnce(world);
  let keepsFolder = true;
  try {
    const results = await runRounds(world, { ...options, progress });
    keepsFolder = results.some(({ findings }) => findings.length > 0);
    return results;
  } finally {
    await closing.close(keepsFolder);
    if (keepsFolder) progress(`The logs and files of this run are in ${world.folder}`);
  }
}

/** Returns a function that closes a world and its small disk after its rounds. An interrupt closes them too; then there is no result. */
function closeOnce(world: FaultWorld): { close: (keepsFolder: boolean) => Promise<void> } {
  let closed: Promise<void> | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    progress(`${signal}: ending the servers; there is no result`);
    closed ??= world.close();
    // Registered first, so that the process exits before other code that waits for the close goes on.
    void closed.finally(() => process.exit(1));
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  return {
    close(keepsFolder) {
      for (const signal of signals) process.off(signal, interrupt);
      return (closed ??= world.close(keepsFolder));
    },
  };
}
