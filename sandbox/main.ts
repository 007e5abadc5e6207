import { BadFlagError, parseCommandLine } from './command-line.ts';
import { UnusableCaptureError } from './read-captures.ts';
import { startSandbox } from './start-sandbox.ts';
import type { Sandbox } from './start-sandbox.ts';

const EXIT_BAD_INPUT = 2;
// Closing destroys open connections at once, so it takes milliseconds. After this time the process ends even if closing hangs.
const CLOSE_MS_MAX = 3000;

try {
  const { exitWithStdin, ...options } = parseCommandLine(process.argv.slice(2));
  const sandbox = await startSandbox(options);
  for (const note of sandbox.notes) process.stderr.write(`${note}\n`);
  stopOnRequest(sandbox, exitWithStdin);
  process.stdout.write(`${JSON.stringify(sandbox.info)}\n`);
} catch (error) {
  const isBadInput = error instanceof BadFlagError || error instanceof UnusableCaptureError;
  const message = error instanceof Error ? (isBadInput ? error.message : error.stack) : String(error);
  process.stderr.write(`sandbox: ${message?.replace(isBadInput ? /\s+/g : /$^/, ' ')}\n`);
  process.exit(isBadInput ? EXIT_BAD_INPUT : 1);
}

function stopOnRequest(sandbox: Sandbox, exitWithStdin: boolean): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), CLOSE_MS_MAX).unref();
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(0),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (exitWithStdin) process.stdin.on('end', stop).on('close', stop).resume();
}
