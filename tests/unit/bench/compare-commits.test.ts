import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { measurePairs } from '../../../bench/compare-commits.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/**
 * A benchmark with one measurement: prints the speed of its working folder, and appends it to a file. `fail` exits with an error; `hang`
 * never ends.
 */
const TINY_BENCH = `
import { appendFileSync, readFileSync } from 'node:fs';
const [name] = process.argv.slice(2);
if (name === 'fail') process.exit(3);
const speed = Number(readFileSync('speed', 'utf8'));
appendFileSync(process.env.RUNS, speed + ' ');
if (name === 'hang') setInterval(() => undefined, 1_000);
else console.log(name + '\\n' + JSON.stringify({ figures: { speed }, ratios: {} }));
`;

test('both sides run alternately, and either goes first as often', async () => {
  const { root, runs, temporary } = await createProject();
  const pairs = await measure(root, 'tiny');
  expect(pairs.map(({ before, after }) => [before.figures, after.figures])).toEqual([
    [{ speed: 1 }, { speed: 2 }],
    [{ speed: 1 }, { speed: 2 }],
  ]);
  expect(await readFile(runs, 'utf8')).toBe('1 2 2 1 ');
  await expectNothingLeft(root, temporary);
});

test('a measurement that fails leaves no checkout behind', async () => {
  const { root, temporary } = await createProject();
  await expect(measure(root, 'fail')).rejects.toThrow('ended with 3');
  await expectNothingLeft(root, temporary);
});

test('one that is interrupted ends its run and leaves no checkout behind', async () => {
  const { root, runs, temporary } = await createProject();
  const interrupt = new AbortController();
  const measured = measure(root, 'hang', interrupt.signal);
  await expect.poll(() => readFile(runs, 'utf8').catch(() => ''), { timeout: 60_000 }).toBe('1 ');
  interrupt.abort();
  await expect(measured).rejects.toThrow('aborted');
  await expectNothingLeft(root, temporary);
});

function measure(root: string, name: string, signal = new AbortController().signal) {
  return measurePairs({ root, ref: 'HEAD', bench: [name], pairs: 2, signal });
}

/** Creates a checkout whose commit has the speed 1, and whose working folder has the speed 2. */
async function createProject() {
  const root = await temporaryFolder('project-');
  const temporary = await temporaryFolder('temporary-');
  const runs = join(temporary, 'runs');
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TMPDIR', temporary);
  vi.stubEnv('RUNS', runs);
  await mkdir(join(root, 'bench'));
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'bench', 'main.ts'), TINY_BENCH);
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, 'package-lock.json'), '{}');
  await writeFile(join(root, '.gitignore'), 'node_modules\n');
  await writeFile(join(root, 'speed'), '1');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
  git('init', '--quiet');
  git('add', '.');
  git(
    '-c',
    'user.name=Bench',
    '-c',
    'user.email=bench@example.test',
    'commit',
    '--quiet',
    '--message',
    'Begin',
  );
  await writeFile(join(root, 'speed'), '2');
  return { root, runs, temporary };
}

async function expectNothingLeft(root: string, temporary: string): Promise<void> {
  const worktrees = execFileSync('git', ['worktree', 'list'], { cwd: root, encoding: 'utf8' });
  expect(worktrees.trim().split('\n')).toHaveLength(1);
  expect((await readdir(temporary)).filter((name) => name !== 'runs')).toEqual([]);
}
