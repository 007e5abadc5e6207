import { refuseMissingModules } from '../jobs/load-job-types.ts';
import { WorkflowFailedError } from '@temporalio/client';
import { isGiven, readEnvironment, type Environment } from '../config/environment.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { withWait } from '../local/progress-ticks.ts';
import { startApiProcess } from './start/api-process.ts';
import { crawlUrl } from './start/crawl-url.ts';
import { readOptions } from './start/options.ts';
import { chooseQueues } from '../workers/choose-queues.ts';
import { reasonOf } from '../temporal-client/reason-of.ts';
import { createProgress, eraseTick } from './start/progress.ts';
import { runPass } from './start/run-pass.ts';
import { readOrExit, runProgram, type Stop } from './start/run-program.ts';
import { refuse } from './start/refusal.ts';
import { startStack, type Stack } from './start/stack.ts';
import { formatStoreFound } from './start/store-found.ts';
import {
  printPlaces,
  printStanding,
  printSummary,
  summarize,
  type PassOutcome,
  type Summary,
} from './start/summary.ts';

// `npm start`: starts everything, runs the main job, and stays up until Ctrl-C.

const startedAtMs = performance.now();
const progress = createProgress(process.stderr);
const options = readOrExit(() => readOptions(process.argv.slice(2)));
// With --once nobody may be there to free space, so a full disk fails the start.
const group = createProcessGroup({ tell: progress, waitsForDisk: !options.once });

await runProgram(group, main, (error) =>
  error instanceof WorkflowFailedError ? reasonOf(error) : (error as Error).message,
);

async function main(stop: Stop): Promise<void> {
  if (options.help !== null) {
    process.stdout.write(options.help);
    await stop(0);
  }
  const environment = await refuse(() => readEnvironment());
  // Check these settings before any server starts; otherwise the worker would refuse them at its own, later start. Only the
  // worker runs the modules, because they may need its settings.
  await refuse(() => {
    chooseQueues(environment);
    refuseMissingModules(environment.JOB_TYPES);
  });
  if (options.url !== null) return crawlRealStore(environment, stop);
  const stack = await startStack({ environment, options, group, progress });
  // With --once there is no API. Otherwise it starts before the first crawl, so that the dashboard shows that crawl live.
  const apiUrl = options.once ? null : await openApi(stack, options.dataDir);
  if (apiUrl !== null) progress(`The dashboard is at ${apiUrl}/`);
  const passes: PassOutcome[] = [];
  let jobsServed: Promise<unknown> | null = null;
  for (let number = 1; number <= options.passes; number += 1) {
    passes.push(
      await Promise.race([runPass(stack, { number, of: options.passes, progress }), stack.failure]),
    );
    jobsServed ??= startJobs(stack);
  }
  const { summary, isSuccess } = await withWait('Counting what was crawled', progress, () =>
    sumUp(stack, passes),
  );
  process.stderr.write(eraseTick(process.stderr));
  printSummary(summary, options.json ? process.stderr : process.stdout);
  if (apiUrl === null) await stopAll();
  if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  if (apiUrl === null) return stop(isSuccess ? 0 : 1);
  await jobsServed;
  printStanding(summary, { apiUrl, dataDir: options.dataDir }, process.stderr);
  await stack.failure;
}

async function crawlRealStore(environment: Environment, stop: Stop): Promise<void> {
  const { found, isSuccess, apiUrl, webUiUrl, failure, ...url } = await crawlUrl({
    environment,
    options,
    group,
    progress,
  });
  if (options.once) await stopAll();
  process.stderr.write(eraseTick(process.stderr));
  process.stdout.write(options.json ? `${JSON.stringify(found)}\n` : formatStoreFound(found));
  if (options.once) return stop(isSuccess ? 0 : 1);
  await startJobs({ ...url, failure });
  printPlaces(
    [
      ['Dashboard', `${apiUrl}/`],
      ['Temporal Web UI', webUiUrl ?? '-'],
    ],
    {
      apiUrl,
      dataDir: options.dataDir,
      doubted: !isSuccess && found.doubts.length > 0 ? 1 : 0,
    },
    process.stderr,
  );
  await failure;
}

/** Starts the worker for jobs. An error of it rejects `failure`, too, which everything waits for. */
function startJobs({ startJobs: start, failure }: Pick<Stack, 'startJobs' | 'failure'>): Promise<unknown> {
  const served = Promise.race([start(), failure]);
  served.catch(() => undefined);
  return served;
}

/** Stops everything before the last line is printed, so that whoever reads it may call `npm start` again at once. */
async function stopAll(): Promise<void> {
  await withWait('Stopping everything', progress, () => group.stopAll());
  process.stderr.write(eraseTick(process.stderr));
}

async function sumUp(stack: Stack, passes: PassOutcome[]): Promise<{ summary: Summary; isSuccess: boolean }> {
  const durationSec = Math.round((performance.now() - startedAtMs) / 100) / 10;
  const summary = await summarize(stack, passes, durationSec);
  const isSuccess =
    passes.every((pass) => pass.doubted + pass.failed === 0) && summary.dispensaries.crawled > 0;
  return { summary, isSuccess };
}

async function openApi(stack: Stack, dataDir: string): Promise<string> {
  const { processEnv: env, environment, storageUmask: umask, webUiUrl, fail } = stack;
  const start = {
    group,
    dataDir,
    env,
    port: environment.API_PORT,
    isPortGiven: isGiven('API_PORT'),
    webUiUrl,
    umask,
    fail,
    progress,
  };
  return Promise.race([startApiProcess(start), stack.failure]);
}
