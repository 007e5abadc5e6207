import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from './launch-process.ts';
import { processesIn } from './process-identity.mjs';

const POLL_MS = 50;
/** As long as PostgreSQL itself gives its processes after the signal to quit. */
const QUIT_GRACE_MS = 5_000;
const WAIT_MS_MAX = 15_000;

/**
 * Ends the processes that a server left behind when its first process was killed. Each of them is in a process group of
 * its own, and one that is busy does not notice that the server is gone: it keeps the shared memory, and no server can
 * start in the folder. Never rejects.
 * @returns whether they are gone; false after 15 s
 */
export async function endOldBackends(clusterDir: string): Promise<boolean> {
  const folder = await realpath(clusterDir).catch(() => null);
  if (folder === null) return true;
  const startedAtMs = Date.now();
  let signal: NodeJS.Signals = 'SIGQUIT';
  let signalled = new Set<number>();
  for (;;) {
    const waitedMs = Date.now() - startedAtMs;
    const pids = processesIn(folder, 'postgres');
    if (pids.length === 0 && !(await isMemoryAttached(folder))) return true;
    if (waitedMs > WAIT_MS_MAX) return false;
    if (signal === 'SIGQUIT' && waitedMs > QUIT_GRACE_MS) {
      signal = 'SIGKILL';
      signalled = new Set();
    }
    for (const pid of pids.filter((one) => !signalled.has(one))) {
      sendSignal(pid, signal);
      signalled.add(pid);
    }
    await sleep(POLL_MS);
  }
}

/** Whether a process still holds the shared memory that the server's file names. False where the system does not say. */
async function isMemoryAttached(clusterDir: string): Promise<boolean> {
  const status = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  // The seventh line has the key and the number of the segment.
  const [, key, id] = /^ *(\d+) +(\d+)/.exec(status.split('\n')[6] ?? '') ?? [];
  if (key === undefined) return false;
  // PostgreSQL prints a key as an unsigned number of 64 bits, the kernel as a signed one of 32.
  const kernelKey = String(BigInt.asIntN(32, BigInt(key)));
  const segments = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '');
  const fields = segments.split('\n').map((line) => line.trim().split(/\s+/));
  // key, shmid, perms, size, cpid, lpid, nattch, …
  // The kernel reuses ids; the key belongs to this folder.
  const segment = fields.find(([theirs, shmid]) => theirs === kernelKey && shmid === id);
  return Number(segment?.[6] ?? 0) > 0;
}
