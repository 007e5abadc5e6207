import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { storageFailure } from './storage-failure.ts';

/** The end of the names of files that are not finished; whatever sweeps the storage may remove old ones. */
export const TEMPORARY_SUFFIX = '.tmp';

/**
 * Writes a whole new file or nothing: a temporary file beside the target, fsync, link to the final name, fsync of the
 * folders. Folders that lack are made.
 *
 * After a crash at any point the target is absent or whole, and at most a temporary file is left. A file that is
 * there already is never touched.
 * @returns `written`, or `exists` when the target was there before.
 * @throws CrawlError StorageFull on a full disk or quota; any other error as it came from the system.
 */
export async function writeFileAtomically(target: string, bytes: Buffer): Promise<'written' | 'exists'> {
  const folder = dirname(target);
  const temporary = temporaryBeside(target);
  try {
    await makeFolders(folder);
    await writeAndSync(temporary, bytes);
    const outcome = await publish(temporary, target);
    await syncFolder(folder);
    return outcome;
  } catch (error) {
    throw await storageFailure(error, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Writes a whole file in place of one that may be there, in one step.
 *
 * After a crash at any point the target is what it was or what it is to be, and at most a temporary file is left.
 * @throws CrawlError StorageFull on a full disk or quota; any other error as it came from the system.
 */
export async function replaceFileAtomically(target: string, bytes: Buffer): Promise<void> {
  const folder = dirname(target);
  const temporary = temporaryBeside(target);
  try {
    await makeFolders(folder);
    await writeAndSync(temporary, bytes);
    await rename(temporary, target);
    await syncFolder(folder);
  } catch (error) {
    throw await storageFailure(error, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

function temporaryBeside(target: string): string {
  const name = `.${basename(target)}.${randomBytes(6).toString('hex')}${TEMPORARY_SUFFIX}`;
  return join(dirname(target), name);
}

// A folder's name lives in its parent, so each new folder makes its parent worth an fsync.
async function makeFolders(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made))
    await syncFolder(dirname(made));
}

async function writeAndSync(temporary: string, bytes: Buffer): Promise<void> {
  const file = await open(temporary, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

// A link fails where the target exists; a rename would replace it without a word.
async function publish(temporary: string, target: string): Promise<'written' | 'exists'> {
  try {
    await link(temporary, target);
    return 'written';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return 'exists';
    if (!LINKLESS_CODES.has(code)) throw error;
    return publishByRename(temporary, target);
  }
}

const LINKLESS_CODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

// For file systems without hard links. Two writers of one name could meet between the look and the rename; names here
// carry a time or a content hash, and one run owns a store.
async function publishByRename(temporary: string, target: string): Promise<'written' | 'exists'> {
  const existing = await lstat(target).catch(() => null);
  if (existing) return 'exists';
  await rename(temporary, target);
  return 'written';
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? '';
}
