import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Pages of menus that are being fetched, kept so that a retry need not ask for them again. They are a convenience, not
 * a record: nothing is flushed, and a page that cannot be read only means that the menu is fetched from its start.
 */
export interface PageSpool {
  write(key: string, page: number, content: unknown): Promise<void>;
  /** The first `pages` pages of a key in order, or null when one is missing or broken. */
  readAll<Page>(key: string, pages: number): Promise<Page[] | null>;
  remove(key: string): Promise<void>;
}

/** A spool below `<root>/spool`, one folder a key. Keys are made of digits and hyphens. */
export function createPageSpool({ root }: { root: string }): PageSpool {
  const folderOf = (key: string): string => {
    if (!/^[0-9-]{1,60}$/.test(key))
      throw new Error(`Expected a key of digits and hyphens, got ${JSON.stringify(key)}`);
    return join(root, 'spool', key);
  };
  const fileOf = (key: string, page: number): string => join(folderOf(key), `page-${page}.json`);

  return {
    async write(key, page, content) {
      await mkdir(folderOf(key), { recursive: true });
      await writeFile(fileOf(key, page), JSON.stringify(content));
    },
    async readAll<Page>(key: string, pages: number) {
      try {
        const texts = await Promise.all(
          Array.from({ length: pages }, (_, page) => readFile(fileOf(key, page), 'utf8')),
        );
        return texts.map((text) => JSON.parse(text) as Page);
      } catch {
        // Another worker's disk, a crash in the middle of a write: the caller starts over.
        return null;
      }
    },
    async remove(key) {
      await rm(folderOf(key), { recursive: true, force: true });
    },
  };
}
