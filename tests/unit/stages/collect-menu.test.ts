import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { createMenuCollector, type MenuCollector } from '../../../stages/collect-menu.ts';
import type { QueryMemory } from '../../../stages/query-memory.ts';
import type { CrawlSession } from '../../../egress/session.ts';
import { NOTHING_KNOWN, type MenuPage, type Platform } from '../../../platforms/platform.ts';
import { createPageSpool } from '../../../storage/page-spool.ts';

afterEach(() => void vi.restoreAllMocks());

const PAGE_SIZE = 100;

/** A platform whose parsed pages are what the session returns. */
const platform = {
  name: 'blaze',
  pageSize: PAGE_SIZE,
  pagesMax: 1_000,
  requestMenuPage: ({ page }) => ({ operation: 'menu', method: 'GET', url: String(page), headers: [] }),
  parseMenuPage: (answer: unknown) => answer as MenuPage,
} as Pick<
  Platform,
  'name' | 'pageSize' | 'pagesMax' | 'requestMenuPage' | 'parseMenuPage'
> as unknown as Platform;

const memory = { known: async () => NOTHING_KNOWN } as Partial<QueryMemory> as QueryMemory;

function sessionOf(products: number): CrawlSession {
  return {
    async askJson({ url }) {
      const from = Number(url) * PAGE_SIZE;
      const ids = Array.from({ length: Math.min(PAGE_SIZE, products - from) }, (_, at) => `p${from + at}`);
      return { products: ids.map((id) => ({ id, raw: { id } })), totalCount: products };
    },
  } as Partial<CrawlSession> as CrawlSession;
}

async function collect(
  products: number,
  inspect: (collector: MenuCollector) => void,
  change: Partial<Platform> = {},
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'collect-menu-'));
  try {
    await new MockActivityEnvironment().run(async () => {
      const collector = await createMenuCollector(createPageSpool({ root }), {
        platform: { ...platform, ...change },
        memory,
        platformDispensaryId: 'store',
        apiUrl: null,
        key: { run: 1, attempt: 1 },
        cursor: null,
        now: () => new Date(),
      });
      await collector.collect(sessionOf(products), 'store');
      inspect(collector);
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

test('no page and no heartbeat copies the products that came before', async () => {
  const values = vi.spyOn(Map.prototype, 'values');
  const keys = vi.spyOn(Map.prototype, 'keys');
  await collect(7_000, (collector) => {
    const copied = [...values.mock.contexts, ...keys.mock.contexts].filter((map) =>
      (map as Map<unknown, unknown>).has('p0'),
    );
    expect(copied).toHaveLength(0);
    expect(collector.cursor()).toMatchObject({ pages: 70 });
    expect(collector.menu()).toMatchObject({ unique: 7_000, pages: 70, missing: 0 });
  });
});

test.each([
  ['no page', [], false],
  ['its last page', ['2'], true],
  ['all pages', ['0', '1', '2'], true],
])('a menu of which %s came by a query that names its fields says so', async (_, pages, fieldsSelected) => {
  const requestMenuPage: Platform['requestMenuPage'] = (pageRequest, known) => {
    const request = platform.requestMenuPage(pageRequest, known);
    return pages.includes(request.url) ? { ...request, selectsFields: true } : request;
  };
  await collect(250, (collector) => expect(collector.menu()).toMatchObject({ pages: 3, fieldsSelected }), {
    requestMenuPage,
  });
});

test('pages of the id that a store had before are not gone on from', async () => {
  const root = await mkdtemp(join(tmpdir(), 'collect-menu-'));
  const spool = createPageSpool({ root });
  const origin = { platform, memory, apiUrl: null, now: () => new Date() };
  const begin = (attempt: number, from: MenuCollector | null, platformDispensaryId: string) =>
    createMenuCollector(spool, {
      ...origin,
      platformDispensaryId,
      key: { run: 1, attempt },
      cursor: from?.cursor() ?? null,
    });
  try {
    await new MockActivityEnvironment().run(async () => {
      const first = await begin(1, null, 'old');
      await first.collect(sessionOf(0), 'old');
      expect(first.isEmpty()).toBe(true);
      // The store's id is the same as before, so the collected pages are kept.
      const second = await begin(2, first, 'old');
      expect(second.cursor()).toMatchObject({ of: 'old', pages: 1 });
      const other = await begin(3, second, 'new');
      expect(other.cursor()).toMatchObject({ of: 'new', pages: 0 });
      await other.collect(sessionOf(250), 'new');
      expect(other.menu()).toMatchObject({ unique: 250, pages: 3 });
      // The collected pages are also dropped if the store turns out to have moved during an attempt.
      await other.startOver();
      expect(other.cursor()).toMatchObject({ pages: 0 });
      await expect(spool.runs()).resolves.toEqual([]);
      await other.collect(sessionOf(120), 'newest');
      expect(other.cursor()).toMatchObject({ of: 'newest', pages: 2 });
      expect(other.menu()).toMatchObject({ unique: 120, totalCount: 120, missing: 0 });
      expect((await begin(4, other, 'newest')).menu()).toMatchObject({ unique: 120 });
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
