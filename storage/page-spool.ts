import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFailure } from './storage-failure.ts';

/** Whose pages: a run, and the attempt that fetches them. Both are numbers of the ledger. */
export interface SpoolKey {
  run: number;
  attempt: number;
}

/**
 * Pages of menus that are being fetched, kept so that a retry need not ask for them again. They are a convenience, not
 * a record: nothing is flushed, and a page that cannot be read only means that the menu is fetched from its start.
 */
export interface PageSpool {
  /** @throws CrawlError StorageFull */
  write(key: SpoolKey, page: number, content: unknown): Promise<void>;
  /**
   * Makes the pages of an earlier attempt those of this one, so that the earlier one, should it still run, writes
   * nowhere; what attempts before that left is removed.
   * @returns the first `pages` pages in order, or null when one is missing or broken
   */
  adopt<Page>(key: SpoolKey, from: { attempt: number; pages: number }): Promise<Page[] | null>;
  /** Removes the pages of an attempt and of those before it; one that came after it may still be writing. */
  removeAttempt(key: SpoolKey): Promise<void>;
  /** Removes all pages of a run that is closed. */
  removeRun(run: number): Promise<void>;
  /** The runs that have pages here. */
  runs(): Promise<number[]>;
}

/** A spool below `<root>/spool`, a folder a run and in it one an attempt. */
export function createPageSpool({ root }: { root: string }): PageSpool {
  const runFolder = (run: number): string => join(root, 'spool', String(run));
  const attemptFolder = ({ run, attempt }: SpoolKey): string => join(runFolder(run), String(attempt));
  const pageFile = (key: SpoolKey, page: number): string => join(attemptFolder(key), `page-${page}.json`);

  return {
    async write(key, page, content) {
      const file = pageFile(key, page);
      try {
        // The folder is made for the first page only: when it is gone later, another attempt has taken over.
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
        // Another worker's disk, a crash in the middle of a write: the caller starts over.
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
      // Fails where a later attempt has pages, which is what is wanted.
      await rmdir(runFolder(run)).catch(() => undefined);
    },
    async removeRun(run) {
      await rm(runFolder(run), { recursive: true, force: true });
    },
  };
}

/** Attempts are numbered as they began, so a stale one can tell those that came after it. */
async function removeUpTo(folder: string, attempt: number, kept?: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names)
    if (Number(name) <= attempt && Number(name) !== kept)
      await rm(join(folder, name), { recursive: true, force: true });
}
