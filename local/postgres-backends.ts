import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from './launch-process.ts';
import { processesIn } from './process-identity.mjs';

const POLL_MS = 50;
/** The grace period that PostgreSQL itself gives its processes after SIGQUIT. */
const QUIT_GRACE_MS = 5_000;
const WAIT_MS_MAX = 15_000;

/**
 * Ends the processes that a server left behind when its first process was killed. Each is in a process group of its own, and a
 * busy one does not notice that the server has ended: it keeps the shared memory, and no server can start in the folder. Never
 * rejects.
 * @returns whether they have ended; false after 15 s
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

/** Whether a process still holds the shared memory that the server's pid file names. False if the system does not show it. */
async function isMemoryAttached(clusterDir: string): Promise<boolean> {
  const status = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  // Line 7 has the segment's key and id.
  const [, key, id] = /^ *(\d+) +(\d+)/.exec(status.split('\n')[6] ?? '') ?? [];
  if (key === undefined) return false;
  // PostgreSQL prints a key as an unsigned 64-bit number, the kernel as a signed 32-bit one.
  const kernelKey = String(BigInt.asIntN(32, BigInt(key)));
  const segments = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '');
  const fields = segments.split('\n').map((line) => line.trim().split(/\s+/));
  // key, shmid, perms, size, cpid, lpid, nattch, … The kernel reuses ids, but the key belongs to this folder.
  const segment = fields.find(([theirs, shmid]) => theirs === kernelKey && shmid === id);
  return Number(segment?.[6] ?? 0) > 0;
}
