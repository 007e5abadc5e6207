import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const POLL_MS = 200;
/** Taking over is two file operations; whoever has not done them after this long has died in between. */
const CLAIM_MS_MAX = 10_000;

/**
 * Two commands that start at the same time must not install over each other. The lock is a folder that holds its owner:
 *
 *     free ──► held        placeLock: a finished folder is renamed into place, which fails on one that is not empty
 *     held ──► held anew   takeOver, when the owner is dead: by the one process that made the claim folder for that owner
 *     held ──► free        release
 *
 * @param onWait called once, with the process that has to finish first
 */
export async function waitForInstallLock(path, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  const own = { pid: process.pid, workerPid: null, id: randomUUID() };
  for (let waiting = false; ;) {
    if (placeLock(path, own)) return heldLock(path, own);
    const owner = readOwner(path);
    if (owner && !isOwnerAlive(owner) && takeOver(path, owner, own)) return heldLock(path, own);
    if (owner && isOwnerAlive(owner) && !waiting) {
      onWait(owner.pid);
      waiting = true;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function placeLock(path, own) {
  const prepared = `${path}.${own.id}`;
  mkdirSync(prepared);
  writeFileSync(join(prepared, 'owner.json'), JSON.stringify(own));
  try {
    renameSync(prepared, path);
    return true;
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
}

function takeOver(path, from, own) {
  const claim = join(path, `taken-from-${from.id}`);
  try {
    mkdirSync(claim);
  } catch {
    // Whoever claimed it long ago has died in between.
    const madeAtMs = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - madeAtMs > CLAIM_MS_MAX) rmSync(claim, { recursive: true, force: true });
    return false;
  }
  try {
    if (readOwner(path)?.id !== from.id) return false;
    writeOwner(path, own);
    return true;
  } finally {
    rmdirSync(claim);
  }
}

function heldLock(path, own) {
  return {
    /** An installation goes on when we are killed: until it ends, the lock is not free. */
    addWorker: (workerPid) => writeOwner(path, { ...own, workerPid: workerPid ?? null }),
    release() {
      renameSync(path, `${path}.${own.id}`);
      rmSync(`${path}.${own.id}`, { recursive: true, force: true });
    },
  };
}

function readOwner(path) {
  try {
    return JSON.parse(readFileSync(join(path, 'owner.json'), 'utf8'));
  } catch {
    return null;
  }
}

function writeOwner(path, owner) {
  const prepared = join(path, `${owner.id}.json`);
  writeFileSync(prepared, JSON.stringify(owner));
  renameSync(prepared, join(path, 'owner.json'));
}

/**
 * Whether one of the two processes that hold a lock still runs; another user's counts.
 * @param owner its `workerPid` is null while nothing is being installed
 */
export function isOwnerAlive({ pid, workerPid }) {
  return [pid, workerPid].some((id) => {
    try {
      return id !== null && process.kill(id, 0);
    } catch (error) {
      return error.code === 'EPERM';
    }
  });
}
