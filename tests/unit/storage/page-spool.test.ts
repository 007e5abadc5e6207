import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPageSpool, type PageSpool } from '../../../storage/page-spool.ts';

let root: string;
let spool: PageSpool;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'page-spool-'));
  spool = createPageSpool({ root });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const first = { run: 5, attempt: 10 };
const second = { run: 5, attempt: 11 };

describe('a page spool', () => {
  it('gives the next attempt the pages of the earlier one, in order', async () => {
    for (let page = 0; page < 12; page += 1) await spool.write(first, page, { page });
    const adopted = await spool.adopt<{ page: number }>(second, { attempt: 10, pages: 12 });
    expect(adopted?.map(({ page }) => page)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('gives only as many pages as the cursor says', async () => {
    for (let page = 0; page < 3; page += 1) await spool.write(first, page, page);
    expect(await spool.adopt(second, { attempt: 10, pages: 2 })).toEqual([0, 1]);
  });

  it('leaves an attempt that was taken over nowhere to write', async () => {
    await spool.write(first, 0, 'zero');
    await spool.adopt(second, { attempt: 10, pages: 1 });
    await expect(spool.write(first, 1, 'late')).rejects.toThrow('ENOENT');
    await spool.write(second, 1, 'one');
    expect(await readdir(join(root, 'spool', '5'))).toEqual(['11']);
  });

  it('gives nothing when a page is missing, broken, or on another disk', async () => {
    await spool.write(first, 0, 'zero');
    expect(await spool.adopt(second, { attempt: 10, pages: 2 })).toBeNull();
    await writeFile(join(root, 'spool', '5', '11', 'page-0.json'), '{"half');
    expect(await spool.adopt({ run: 5, attempt: 12 }, { attempt: 11, pages: 1 })).toBeNull();
    expect(await spool.adopt({ run: 6, attempt: 14 }, { attempt: 13, pages: 1 })).toBeNull();
  });

  it('keeps at most one attempt of a run', async () => {
    await spool.write({ run: 5, attempt: 8 }, 0, 'old');
    await spool.write(first, 0, 'zero');
    await spool.adopt(second, { attempt: 10, pages: 1 });
    expect(await readdir(join(root, 'spool', '5'))).toEqual(['11']);
  });

  it('removes an attempt and those before it, and never what a later one has written', async () => {
    for (const attempt of [9, 10, 11]) await spool.write({ run: 5, attempt }, 0, attempt);
    await spool.removeAttempt(first);
    expect(await readdir(join(root, 'spool', '5'))).toEqual(['11']);
    await spool.write(second, 1, 'one');
    await spool.removeAttempt(second);
    await spool.removeAttempt(second);
    expect(await readdir(join(root, 'spool'))).toEqual([]);
  });

  it('leaves the pages of a later attempt to it when a stale one begins to adopt', async () => {
    await spool.write(first, 0, 'zero');
    const later = { run: 5, attempt: 12 };
    expect(await spool.adopt(later, { attempt: 10, pages: 1 })).toEqual(['zero']);
    expect(await spool.adopt(second, { attempt: 10, pages: 1 })).toBeNull();
    expect(await spool.adopt({ run: 5, attempt: 13 }, { attempt: 12, pages: 1 })).toEqual(['zero']);
  });

  it('forgets a run, and one that it never knew', async () => {
    await spool.write(first, 0, 'zero');
    await spool.removeRun(5);
    await spool.removeRun(6);
    expect(await readdir(join(root, 'spool'))).toEqual([]);
  });
});
