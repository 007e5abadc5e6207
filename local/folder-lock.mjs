import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isRunning } from './process-identity.mjs';

// Plain JavaScript, because the first stage of every npm script uses it before any package is installed.

const WAIT_POLL_MS = 200;
/**
 * Attempts to take a lock. At 50 ms each, they last longer than `TAKEOVER_MS_MAX`, after which the takeover of a dead process is
 * undone.
 */
const ATTEMPTS_MAX = 300;
/** A takeover is two file operations; a process that needs longer than this has died during it. */
const TAKEOVER_MS_MAX = 10_000;

/**
 * A lock that is held until it is released or its owner ends.
 * @typedef {object} FolderLock
 * @property {(pid: number) => Promise<void>} addWorker Registers a child that survives its killed owner: the lock is free
 *   only when the child has ended too.
 * @property {() => Promise<void>} release
 */

/**
 * Takes a lock if it is free or its owner has ended.
 *
 *     free ──► held        placeLock: rename a finished folder into place, which cannot replace a non-empty one
 *     held ──► free        release: rename away, then remove
 *     held ──► held anew   takeOver, by the one process that made the folder named after the dead owner
 *
 * @param {string} path the folder that is the lock; it contains the identity of the lock's owner
 * @returns {Promise<FolderLock | { heldBy: number }>} the lock, or the process that has it
 */
export async function tryLock(path) {
  await mkdir(dirname(path), { recursive: true });
  const own = { ...identifyProcess(process.pid), id: randomUUID() };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (await placeLock(path, own)) return heldLock(path, own);
    const owner = await readOwner(path);
    if (owner === null) continue;
    if (doesRun(owner)) return { heldBy: owner.pid };
    if (await takeOver(path, { from: owner, to: own })) return heldLock(path, own);
  }
  throw new Error(
    `Expected to take or read the lock ${path}, and could do neither. Remove it when nothing runs.`,
  );
}

/**
 * Takes a lock as `tryLock` does, but waits until it is free.
 * @param {string} path
 * @param {(pid: number) => void} [onWait] called once, with the process that has to finish first
 * @returns {Promise<FolderLock>}
 */
export async function waitForLock(path, onWait) {
  for (let waiting = false; ; waiting = true) {
    const lock = await tryLock(path);
    if (!('heldBy' in lock)) return lock;
    if (!waiting) onWait?.(lock.heldBy);
    await sleep(WAIT_POLL_MS);
  }
}

/**
 * Returns whether a running process holds a lock.
 * @param {string} path
 * @returns {Promise<boolean>}
 */
export async function isHeld(path) {
  const owner = await readOwner(path);
  return owner !== null && doesRun(owner);
}

function doesRun(owner) {
  return [owner, owner.worker].some((one) => one && isRunning(one));
}

function heldLock(path, own) {
  return {
    addWorker: (pid) => writeOwner(path, { ...own, worker: identifyProcess(pid) }),
    release: () => release(path, own),
  };
}

async function placeLock(path, own) {
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

/** Reads the identity of the lock's owner; null if the lock has been released meanwhile. */
async function readOwner(path) {
  try {
    return JSON.parse(await readFile(join(path, 'owner.json'), 'utf8'));
  } catch (error) {
    // A file in the place of a folder has no lock either.
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

async function writeOwner(path, owner) {
  const prepared = join(path, `${owner.id}.json`);
  await writeFile(prepared, JSON.stringify(owner));
  await rename(prepared, join(path, 'owner.json'));
}

async function takeOver(path, { from, to }) {
  const claim = join(path, `taken-from-${from.id}`);
  try {
    await mkdir(claim);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) await dropStaleClaim(claim);
    else if (!hasCode(error, 'ENOENT')) throw error;
    return false;
  }
  try {
    // Another process may have taken over and finished between our read of the owner and our claim.
    if ((await readOwner(path))?.id !== from.id) return false;
    await writeOwner(path, to);
    return true;
  } finally {
    await rmdir(claim).catch(() => {});
  }
}

async function dropStaleClaim(claim) {
  const madeAtMs = await stat(claim).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
  if (madeAtMs !== null && Date.now() - madeAtMs > TAKEOVER_MS_MAX) await rmdir(claim).catch(() => {});
  else await sleep(WAIT_POLL_MS / 4);
}

async function release(path, own) {
  if ((await readOwner(path))?.id !== own.id) return;
  const released = `${path}.${own.id}`;
  try {
    await rename(path, released);
  } catch (error) {
    // Whoever removed the folder meanwhile has removed the lock with it.
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await rm(released, { recursive: true, force: true });
}

function hasCode(error, ...codes) {
  return codes.includes(error.code ?? '');
}
