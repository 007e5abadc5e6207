import { appendFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram, startProgram } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const line = (msg: string) =>
  `${JSON.stringify({ level: 'info', time: '2026-01-10T06:00:00.000Z', worker: 'w', slots: 3, msg })}\n`;

async function makeLogs() {
  const dataDir = await temporaryFolder('logs-');
  const path = join(dataDir, 'logs', 'worker.log');
  await mkdir(join(dataDir, 'logs'));
  await writeFile(path, `${line('first')}${line('second')}half a li`);
  await writeFile(join(dataDir, 'logs', 'sandbox.log'), 'plain words\n');
  return { dataDir, path, words: ['--data-dir', dataDir, 'logs'] };
}

test('logs shows the last lines of the programs, for people or as they are', async () => {
  const { words } = await makeLogs();
  expect((await runProgram('cli/main.ts', [...words, '--lines', '1'])).stdout).toMatch(
    /^sandbox: plain words\nworker: \[\d\d:00:00\] INFO: second \{"slots":3\}\n$/,
  );
  const asWritten = await runProgram('cli/main.ts', [...words, 'worker', '--json']);
  expect(asWritten.stdout).toBe(`${line('first')}${line('second')}`);
  expect(await runProgram('cli/main.ts', [...words, 'api'])).toMatchObject({
    code: 2,
    stderr: 'There is no log of "api"; it takes sandbox, worker.\n',
  });
  const nowhere = await runProgram('cli/main.ts', ['--data-dir', '/nowhere', 'logs']);
  expect(nowhere).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There are no logs in /nowhere/logs'),
  });
});

test('logs follows a log, also when the file is set aside, until Ctrl-C', async () => {
  const { path, words } = await makeLogs();
  const following = startProgram('cli/main.ts', [...words, 'worker', '--follow', '--json']);
  const saysSoon = (text: string) =>
    expect.poll(() => following.sofar.stdout, { timeout: 30_000 }).toContain(text);
  await saysSoon('second');
  await appendFile(path, 'ne\n');
  await saysSoon('half a line\n');
  await truncate(path);
  await appendFile(path, line('third'));
  await saysSoon('third');
  following.signal('SIGINT');
  expect(await following.finished).toMatchObject({ code: 130, stderr: '' });
});
