import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `npm test`: the checks, then the tests. The last line counts both and says nothing else.

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The checks besides the tests; each is an npm script. */
const CHECKS = ['check:lint', 'check:imports', 'check:unused', 'check:format', 'check:docs'];

/** By option, the vitest project that runs alone, without the checks. */
const ALONE: Readonly<Record<string, string>> = { '--long': 'long', '--cluster': 'cluster' };

const alone = ALONE[process.argv[2] ?? ''];
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
if (alone === undefined) await runChecks();
await runTests(alone === undefined ? ['unit', 'integration', 'own-process'] : [alone]);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

/** Runs the checks, two at a time: the smallest machine has two cores. */
async function runChecks(): Promise<void> {
  const waiting = [...CHECKS];
  const next = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { code, output, seconds } = await run('npm', ['run', '--silent', name]);
      if (code === 0) total.passed += 1;
      else total.failed += 1;
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n${code === 0 ? '' : output}`);
    }
  };
  await Promise.all([next(), next()]);
}

async function runTests(projects: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crawlchain-report-'));
  const report = join(folder, 'report.json');
  const { code } = await run(
    'vitest',
    [
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    'inherit',
  );
  const { unsteady, ...counts } = await readReport(report);
  await rm(folder, { recursive: true, force: true });
  for (const test of unsteady) {
    process.stdout.write(`Passed only when it was tried again: ${test.name}\n${test.failure}\n`);
  }
  total.passed += counts.passed;
  total.skipped += counts.skipped;
  // If a file cannot be loaded or a server does not start, no test fails; that counts as one failure.
  total.failed += counts.failed > 0 || code === 0 ? counts.failed : 1;
}

interface Report extends Counts {
  /** Tests that failed, and then passed on a retry. */
  unsteady: { name: string; failure: string }[];
}

/** The fields of vitest's JSON report that are read here. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}

async function readReport(path: string): Promise<Report> {
  try {
    const report = JSON.parse(await readFile(path, 'utf8')) as VitestReport;
    const unsteady = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => ({ name: fullName, failure: failureMessages.join('\n') }));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      unsteady,
    };
  } catch {
    // There is no report if vitest itself broke; then its exit code counts as a failure.
    return { passed: 0, failed: 0, skipped: 0, unsteady: [] };
  }
}

interface Finished {
  code: number;
  output: string;
  seconds: number;
}

function run(command: string, args: string[], stdio: 'pipe' | 'inherit' = 'pipe'): Promise<Finished> {
  const startedAtMs = performance.now();
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const child = spawn(command, args, { stdio: ['ignore', stdio, stdio] });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const finish = (code: number): void =>
    resolve({ code, output, seconds: Math.round((performance.now() - startedAtMs) / 100) / 10 });
  child.on('error', (error) => {
    output += `${error.message}\n`;
    finish(1);
  });
  child.on('close', (code) => finish(code ?? 1));
  return promise;
}
