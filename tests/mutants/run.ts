import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MUTANTS, type Mutant } from './mutants.ts';

// Reports for each small defect whether the tests find it: `node tests/mutants/run.ts [parts of file names]`. Works in a copy of the last
// commit.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** After this time a test is stopped, because a defect may cause an endless loop. */
const PATIENCE_MS = 180_000;

type Outcome = 'caught' | 'not caught' | 'took too long' | 'no longer fits' | 'fails without it too';

type Ran = 'passed' | 'failed' | 'too long';

const OUTCOMES: Record<Ran, Outcome> = {
  passed: 'not caught',
  failed: 'caught',
  'too long': 'took too long',
};

const unchanged = new Map<string, Promise<Ran>>();

const parts = process.argv.slice(2);
const isWanted = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
const wanted = MUTANTS.filter(({ file, test }) => isWanted(`${file} ${test}`));
const copy = join(await mkdtemp(join(tmpdir(), 'mutants-')), 'copy');
await run('git', ['worktree', 'add', '--detach', copy], { cwd: ROOT });
try {
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const said: Outcome[] = [];
  for (const mutant of wanted) {
    const outcome = await outcomeOf(mutant);
    said.push(outcome);
    process.stdout.write(`${outcome}: ${mutant.file}: ${mutant.from.split('\n')[0]}\n`);
  }
  const caught = said.filter((outcome) => outcome === 'caught').length;
  process.stdout.write(`${caught} of ${wanted.length} caught\n`);
  process.exitCode = caught === wanted.length ? 0 : 1;
} finally {
  await run('git', ['worktree', 'remove', '--force', copy], { cwd: ROOT });
  await rm(join(copy, '..'), { recursive: true, force: true });
}

async function outcomeOf({ file, from, to, test }: Mutant): Promise<Outcome> {
  const path = join(copy, file);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text.split(from).length !== 2) return 'no longer fits';
  if ((await passesUnchanged(test)) !== 'passed') return 'fails without it too';
  await writeFile(
    path,
    text.replace(from, () => to),
  );
  try {
    return OUTCOMES[await runTests(test)];
  } finally {
    await writeFile(path, text);
  }
}

/** Runs the tests of a file without the defect, once: a test that fails anyway finds no defect. */
function passesUnchanged(test: string): Promise<Ran> {
  const known = unchanged.get(test) ?? runTests(test);
  unchanged.set(test, known);
  return known;
}

/** Runs the tests of a file. @throws when no test ran, because a file that does not load says nothing about the defect */
async function runTests(test: string): Promise<Ran> {
  const projects = ['unit', 'integration', 'own-process'].flatMap((name) => ['--project', name]);
  const args = ['run', ...projects, test, '--retry', '0', '--bail', '1', '--reporter', 'dot'];
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  try {
    await run(process.execPath, [vitest, ...args], { cwd: copy, maxBuffer: 1e9, timeout: PATIENCE_MS });
    return 'passed';
  } catch (error) {
    const { stdout, killed } = error as { stdout: string; killed: boolean };
    if (killed) return 'too long';
    if (/Tests .*\d+ failed/.test(stdout)) return 'failed';
    throw new Error(`No test of ${test} ran.\n${stdout}`, { cause: error });
  }
}
