import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFailure } from './storage-failure.ts';

/** Identifies pages by run and fetching attempt, both numbers from the ledger. */
export interface SpoolKey {
  run: number;
  attempt: number;
}

/**
 * The pages of menus that are being fetched, kept so that a retry need not request them again. Losing them is harmless: nothing
 * is flushed, and if a page cannot be read, the menu is fetched from the start.
 */
export interface PageSpool {
  /** Saves a page, counted from 0. @throws CrawlError StorageFull; passes on the system error when another attempt has taken over */
  write(key: SpoolKey, page: number, content: unknown): Promise<void>;
  /**
   * Takes over the pages of an earlier attempt for the attempt of `key`. If the earlier attempt is still running, its further writes
   * fail. Deletes all other pages of attempts up to that of `key`.
   * @returns the first `pages` pages in order, or null when one is missing or broken
   */
  adopt<Page>(key: SpoolKey, from: { attempt: number; pages: number }): Promise<Page[] | null>;
  /** Deletes the pages of an attempt and of earlier ones; a later attempt may still be writing. */
  removeAttempt(key: SpoolKey): Promise<void>;
  /** Deletes all pages of a closed run. */
  removeRun(run: number): Promise<void>;
  /** Lists the runs that have pages here. */
  runs(): Promise<number[]>;
}

/** Creates a spool below `<root>/spool`, with a folder per run and a subfolder per attempt. */
export function createPageSpool({ root }: { root: string }): PageSpool {
  const runFolder = (run: number): string => join(root, 'spool', String(run));
  const attemptFolder = ({ run, attempt }: SpoolKey): string => join(runFolder(run), String(attempt));
  const pageFile = (key: SpoolKey, page: number): string => join(attemptFolder(key), `page-${page}.json`);

  return {
    async write(key, page, content) {
      const file = pageFile(key, page);
      try {
        // Create the folder for the first page only: if it is missing later, another attempt has taken over.
        if (page === 0) await mkdir(attemptFolder(key), { recursive: true });
        await writeFile(file, JSON.stringify(content));
      } catch (error) {
        throw await storageFailure(error, file);
      }
    },
    async adopt<Page>(key: SpoolKey, from: { attempt: number; pages: number }) {
      try {
        await removeUpTo(runFolder(key.run), key.attempt, from.attempt);
        await rename(attemptFolder({ ...key, attempt: from.attempt }), attemptFolder(key));
        const numbers = Array.from({ length: from.pages }, (_, page) => page);
        const texts = await Promise.all(numbers.map((page) => readFile(pageFile(key, page), 'utf8')));
        return texts.map((text) => JSON.parse(text) as Page);
      } catch {
        // The pages are on another worker's disk, or a crash damaged one: the caller starts over.
        return null;
      }
    },
    async runs() {
      const names = await readdir(join(root, 'spool')).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return names.filter((name) => /^\d{1,15}$/.test(name)).map(Number);
    },
    async removeAttempt({ run, attempt }) {
      await removeUpTo(runFolder(run), attempt);
      // Fails on purpose if a later attempt has pages.
      await rmdir(runFolder(run)).catch(() => undefined);
    },
    async removeRun(run) {
      await rm(runFolder(run), { recursive: true, force: true });
    },
  };
}

/**
 * Deletes the pages of all attempts up to `attempt`, except those of `kept`. Attempt numbers increase in the order of their starts,
 * so a stale attempt never deletes the pages of a later one.
 */
async function removeUpTo(folder: string, attempt: number, kept?: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names)
    if (Number(name) <= attempt && Number(name) !== kept)
      await rm(join(folder, name), { recursive: true, force: true });
}
