import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A program that writes a line each time it is requested to, and exits with 7 after the last one. */
const PROGRAM = `
  import { createProcessGroup } from './local/process-group.ts';
  import { runProgram } from './scripts/start/run-program.ts';
  await runProgram(createProcessGroup(), async (stop) => {
    process.stdout.write('ready');
    for await (const _ of process.stdin) process.stderr.write('a line for nobody');
    await stop(7);
  }, String);
`;

it('a program goes on when nobody takes its output any more', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { cwd: ROOT });
  await once(child.stdout, 'data');
  child.stderr.destroy();
  await once(child.stderr, 'close');
  child.stdin.end('now');
  expect(await once(child, 'exit')).toEqual([7, null]);
});
