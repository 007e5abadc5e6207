import { setTimeout as wait } from 'node:timers/promises';
import { WorkflowFailedError } from '@temporalio/client';
import { readEnvironment } from '../config/environment.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { readOptions } from './start/options.ts';
import { reasonOf } from '../temporal-client/reason-of.ts';
import { runPass } from './start/run-pass.ts';
import { refuse, StartRefused } from './start/refusal.ts';
import { startStack, type Stack } from './start/stack.ts';
import { printStanding, printSummary, summarize, type PassOutcome } from './start/summary.ts';

// `npm start`: brings everything up, runs the main job, and stays up until Ctrl-C.

/** After this long a stop that was asked for ends without waiting any more; the guard removes what is left. */
const STOP_MS_MAX = 30_000;

const startedAtMs = performance.now();
const group = createProcessGroup();
let stopping: Promise<never> | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(signal === 'SIGINT' ? 130 : 143));
}
// The first stage holds the other end of this channel: without it nobody waits for us any more.
process.on('disconnect', () => void stop(143));
process.channel?.unref();

try {
  await main();
} catch (error) {
  if (stopping === null) {
    const message = error instanceof WorkflowFailedError ? reasonOf(error) : (error as Error).message;
    process.stderr.write(`crawlchain: ${message}\n`);
    if (!(error instanceof StartRefused) && process.env.CRAWLCHAIN_DEBUG) console.error(error);
    await stop(error instanceof StartRefused ? 2 : 1);
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help !== null) {
    process.stdout.write(options.help);
    await stop(0);
  }
  const environment = refuse(() => readEnvironment());
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const stack = await startStack({ environment, options, group, progress });
  const passes: PassOutcome[] = [];
  for (let number = 1; number <= options.passes; number += 1) {
    passes.push(
      await Promise.race([runPass(stack, { number, of: options.passes, progress }), stack.failure]),
    );
  }
  await conclude(stack, passes, options);
}

async function conclude(
  stack: Stack,
  passes: PassOutcome[],
  options: { once: boolean; json: boolean },
): Promise<void> {
  const durationSec = Math.round((performance.now() - startedAtMs) / 100) / 10;
  const summary = await summarize(stack, passes, durationSec);
  const isSuccess = passes.every((pass) => pass.failed === 0) && summary.dispensaries.crawled > 0;
  printSummary(summary, options.json ? process.stderr : process.stdout);
  if (options.once) {
    // Everything is down before the last line, so that whoever reads it may start again at once.
    await group.stopAll();
    if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
    await stop(isSuccess ? 0 : 1);
  }
  if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  printStanding(summary, process.stderr);
  await stack.failure;
}

/** Ends everything that was started, then this process. A second signal does not hurry it: nothing may be left behind. */
function stop(exitCode: number): Promise<never> {
  stopping ??= (async (): Promise<never> => {
    const hurry = wait(STOP_MS_MAX, undefined, { ref: false });
    await Promise.race([group.stopAll(), hurry]);
    process.exit(exitCode);
  })();
  return stopping;
}
