import { readFile } from 'node:fs/promises';
import { until } from './until.ts';

/**
 * Freezes a process and its children with SIGSTOP.
 * @param pid the id of the process, which must lead a process group
 * @returns a function that resumes all of them
 */
export async function freezeProcess(pid: number): Promise<() => void> {
  process.kill(-pid, 'SIGSTOP');
  await until(`process ${pid} is stopped`, async () => {
    return /^.*\) T /.test(await readFile(`/proc/${pid}/stat`, 'utf8'));
  });
  return () => void process.kill(-pid, 'SIGCONT');
}
