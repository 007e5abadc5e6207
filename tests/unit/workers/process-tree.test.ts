import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readTreeUse, sumTree } from '../../../workers/process-tree.ts';

/** Returns a line of `/proc/<pid>/stat`, with times in ticks. */
function statLine(pid: number, parent: number, times: [number, number, number, number]): string {
  return `${pid} (a (strange) name) S ${parent} 1 1 0 -1 4194304 0 0 0 0 ${times.join(' ')} 20 0 1 0 5 1000 99`;
}

test('the memory and the processor time of a process and of all below it are summed up, ended children included', () => {
  const stats: Record<number, string> = {
    1: statLine(1, 0, [900, 900, 0, 0]),
    10: statLine(10, 1, [5, 1, 100, 10]),
    20: statLine(20, 10, [2, 2, 0, 0]),
    30: statLine(30, 20, [1, 0, 0, 0]),
    40: statLine(40, 1, [700, 0, 0, 0]),
  };
  const use = sumTree(10, [1, 10, 20, 30, 40, 50], (pid, file) =>
    // For process 30 the kernel does not report the anonymous memory (RssAnon), as some kernels never do.
    file === 'stat'
      ? (stats[pid] ?? null)
      : `Name:\tx\nVmRSS:\t   ${pid * 100} kB\n${pid === 30 ? '' : `RssAnon:\t   ${pid * 60} kB\n`}`,
  );
  expect(use).toEqual({
    residentBytes: (1000 + 2000 + 3000) * 1024,
    anonymousBytes: (600 + 1200 + 3000) * 1024,
    cpuMs: (116 + 4 + 1) * 10,
  });
});

test('a child that holds memory and burns time is seen from its parent', async () => {
  const before = readTreeUse(process.pid);
  const child = spawn(
    process.execPath,
    [
      '-e',
      `const held = Buffer.alloc(200 * 2 ** 20, 1);
       const end = process.cpuUsage().user + 500_000; while (process.cpuUsage().user < end);
       console.log(held.length); setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const after = readTreeUse(process.pid);
  const ofChild = readTreeUse(child.pid as number);
  expect(ofChild.residentBytes).toBeGreaterThan(200 * 2 ** 20);
  expect(ofChild.cpuMs).toBeGreaterThanOrEqual(400);
  expect(after.cpuMs - before.cpuMs).toBeGreaterThanOrEqual(400);
});
