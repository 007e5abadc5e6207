import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { storageFailure } from './storage-failure.ts';

/** The suffix of unfinished files; a sweep of the storage deletes old ones. */
export const TEMPORARY_SUFFIX = '.tmp';

/**
 * Writes a new file completely or not at all: a temporary file beside the target, fsync, link to the final name, fsync of the
 * folders. Creates missing folders.
 *
 * After a crash at any point the target is absent or complete, and at most a temporary file is left. An existing file is never
 * touched.
 * @returns `written`, or `exists` when the target existed before
 * @throws CrawlError StorageFull on a full disk or quota; passes other system errors on
 */
export async function writeFileAtomically(target: string, bytes: Buffer): Promise<'written' | 'exists'> {
  const folder = dirname(target);
  const temporary = temporaryBeside(target);
  try {
    await inFolder(folder, () => writeAndSync(temporary, bytes));
    const outcome = await publish(temporary, target);
    await syncFolder(folder);
    return outcome;
  } catch (error) {
    throw await storageFailure(error, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Runs something around the moment in which a complete file gets its name: calls `publish` once, or throws. */
export type AroundPublish = (publish: () => Promise<void>) => Promise<void>;

/**
 * Writes a complete file in one step, replacing an existing one.
 *
 * After a crash at any point the target has its old or its new content, and at most a temporary file is left.
 * @throws CrawlError StorageFull on a full disk or quota; passes other errors on
 */
export async function replaceFileAtomically(
  target: string,
  bytes: Buffer,
  around: AroundPublish,
): Promise<void> {
  const folder = dirname(target);
  const temporary = temporaryBeside(target);
  try {
    await inFolder(folder, () => writeAndSync(temporary, bytes));
    await around(async () => {
      await rename(temporary, target);
      await syncFolder(folder);
    });
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

/** Creates a folder and its missing parents. A folder's name is stored in its parent, so a new folder requires an fsync of its parent. */
async function makeFolders(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** How often an empty folder may be deleted between its creation and the first file in it. */
const FOLDER_TRIES_MAX = 5;

/** Creates a folder, and a file in it. A sweep deletes empty folders, perhaps in between; then the folder is created again. */
export async function inFolder<Result>(folder: string, create: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    await makeFolders(folder);
    try {
      return await create();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === FOLDER_TRIES_MAX) throw error;
    }
  }
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

// A link fails if the target exists; a rename would silently replace it.
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

// For file systems without hard links. Two writers of one name could collide between the check and the rename, but this is unlikely:
// names here contain a time or a content hash, and one run owns a store.
async function publishByRename(temporary: string, target: string): Promise<'written' | 'exists'> {
  const existing = await lstat(target).catch(() => null);
  if (existing) return 'exists';
  await rename(temporary, target);
  return 'written';
}

/** Writes the names in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
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
