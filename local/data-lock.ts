import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isRunning, type ProcessIdentity } from './process-identity.ts';

const WAIT_POLL_MS = 200;
const ATTEMPTS_MAX = 100;
/** Taking over is two file operations; a process that has not done them after this long has died in between. */
const TAKEOVER_MS_MAX = 10_000;

export interface DataLock {
  release(): Promise<void>;
}

/** Another running process holds the lock. */
export class DataLockedError extends Error {
  override name = 'DataLockedError';
  readonly pid: number;

  constructor(dir: string, pid: number) {
    super(
      `${dir} is in use by another running instance (process ${pid}). Stop that one first, or use another folder.`,
    );
    this.pid = pid;
  }
}

/**
 * Makes this process the only user of a folder, until it releases the lock or ends. A lock whose process is gone is
 * taken over.
 * @throws {DataLockedError} when another process, or another caller in this one, uses the folder
 */
export async function lockDataDir(dir: string): Promise<DataLock> {
  await mkdir(dir, { recursive: true });
  const lock = await tryLock(join(dir, 'lock'));
  if ('heldBy' in lock) throw new DataLockedError(dir, lock.heldBy);
  return lock;
}

/**
 * Like `lockDataDir`, but waits for its turn.
 * @param onWait called once, with the process that has to finish first
 */
export async function waitForDataLock(dir: string, onWait?: (pid: number) => void): Promise<DataLock> {
  await mkdir(dir, { recursive: true });
  let waiting = false;
  for (;;) {
    const lock = await tryLock(join(dir, 'lock'));
    if (!('heldBy' in lock)) return lock;
    if (!waiting) onWait?.(lock.heldBy);
    waiting = true;
    await sleep(WAIT_POLL_MS);
  }
}

/**
 * A lock is a folder that holds the identity of its owner.
 *
 *     free ──► held        rename a finished folder into place: it cannot replace one that is not empty
 *     held ──► free        release: rename away, then remove
 *     held ──► held anew   takeOver, by the one process that made the folder named after the dead owner
 */
async function tryLock(path: string): Promise<DataLock | { heldBy: number }> {
  const own: Owner = { ...identifyProcess(process.pid), id: randomUUID() };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (await placeLock(path, own)) return { release: () => release(path, own) };
    const owner = await readOwner(path);
    if (owner === null) continue;
    if (isRunning(owner)) return { heldBy: owner.pid };
    if (await takeOver(path, { from: owner, to: own })) return { release: () => release(path, own) };
  }
  throw new Error(
    `Expected to take or read the lock ${path}, and could do neither. Remove it when nothing runs.`,
  );
}

interface Owner extends ProcessIdentity {
  id: string;
}

async function placeLock(path: string, own: Owner): Promise<boolean> {
  const prepared = `${path}.${own.id}`;
  await mkdir(prepared);
  await writeFile(join(prepared, 'owner.json'), JSON.stringify(own));
  try {
    await rename(prepared, path);
    return true;
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
  }
}

/** Null when the lock is gone again. */
async function readOwner(path: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(join(path, 'owner.json'), 'utf8')) as Owner;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function takeOver(path: string, { from, to }: { from: Owner; to: Owner }): Promise<boolean> {
  const claim = join(path, `taken-from-${from.id}`);
  try {
    await mkdir(claim);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) await dropStaleClaim(claim);
    else if (!hasCode(error, 'ENOENT')) throw error;
    return false;
  }
  try {
    // Someone may have taken over and finished between our reading of the owner and our claim.
    if ((await readOwner(path))?.id !== from.id) return false;
    const prepared = join(path, `${to.id}.json`);
    await writeFile(prepared, JSON.stringify(to));
    await rename(prepared, join(path, 'owner.json'));
    return true;
  } finally {
    await rmdir(claim).catch(() => {});
  }
}

async function dropStaleClaim(claim: string): Promise<void> {
  const madeAtMs = await stat(claim).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
  if (madeAtMs !== null && Date.now() - madeAtMs > TAKEOVER_MS_MAX) await rmdir(claim).catch(() => {});
  else await sleep(WAIT_POLL_MS / 4);
}

async function release(path: string, own: Owner): Promise<void> {
  if ((await readOwner(path))?.id !== own.id) return;
  const released = `${path}.${own.id}`;
  try {
    await rename(path, released);
  } catch (error) {
    // Whoever has removed the folder meanwhile has removed the lock with it.
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await rm(released, { recursive: true, force: true });
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
