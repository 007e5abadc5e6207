import v8 from 'node:v8';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPRESSION_CASES } from './cases/compression.ts';
import { CONNECTION_CASES } from './cases/connections.ts';
import { FRAMING_CASES } from './cases/framing.ts';
import { HTTP2_CASES } from './cases/http2.ts';
import { JSON_CASES } from './cases/json.ts';
import { MENU_CASES } from './cases/menus.ts';
import { PAGING_CASES } from './cases/paging.ts';
import { PROXY_CASES } from './cases/proxies.ts';
import { REDIRECT_CASES } from './cases/redirects.ts';
import { REFUSAL_CASES } from './cases/refusals.ts';
import type { HostileCase } from './hostile-case.ts';
import { answerOf, idsOf, menuSite, pageOf, products } from './menu.ts';
import { runCase } from './run-case.ts';
import { HostileWorld } from './world.ts';

type Corpus = Record<string, HostileCase[]>;

/** Hostile and odd behaviours of sites and proxies, grouped by topic. */
export const CORPUS: Corpus = {
  connections: CONNECTION_CASES,
  framing: FRAMING_CASES,
  compression: COMPRESSION_CASES,
  redirects: REDIRECT_CASES,
  refusals: REFUSAL_CASES,
  json: JSON_CASES,
  menus: MENU_CASES,
  pages: PAGING_CASES,
  http2: HTTP2_CASES,
  proxies: PROXY_CASES,
};

/**
 * The most that the live heap may grow: less than one of the bombs, which take 120 MB each. Module code and test results take about 40
 * MB.
 */
const HELD_GROWTH_BYTES_MAX = 100_000_000;
/**
 * The most that the memory of the whole process may grow, including native memory. Allocators return free memory when they like, which
 * changes this by up to 150 MB.
 */
const RESIDENT_GROWTH_BYTES_MAX = 400_000_000;

/** Runs each case of a corpus against the whole fetch stage, and checks how much memory is in use afterwards. */
export function testCorpus(corpus: Corpus): void {
  const crashes: unknown[] = [];
  const noteCrash = (error: unknown): number => crashes.push(error);

  let world: HostileWorld;
  let warm: MemoryInUse;

  beforeAll(async () => {
    process.on('unhandledRejection', noteCrash);
    process.on('uncaughtException', noteCrash);
    world = await HostileWorld.start();
  });

  afterAll(async () => {
    await world.close();
    process.off('unhandledRejection', noteCrash);
    process.off('uncaughtException', noteCrash);
  });

  test('the largest menu on record is taken, again and again', async () => {
    const menu = products(2_890).map((raw) => ({
      ...raw,
      description: 'A flower of some kind. '.repeat(200),
    }));
    for (let turn = 0; turn < 3; turn += 1) {
      await runCase(world, {
        id: 'good',
        says: 'Nothing is wrong',
        site: menuSite(({ page }) => answerOf(pageOf(menu, page), menu.length)),
        expected: { ids: idsOf(menu) },
        withinMs: 60_000,
      });
    }
    expect(crashes).toEqual([]);
    warm = memoryInUse();
  });

  test('the corpus has at least 80 cases, each with an id of its own', () => {
    const ids = Object.values(CORPUS).flatMap((cases) => cases.map(({ id }) => id));
    expect(ids.length).toBeGreaterThanOrEqual(80);
    expect(new Set(ids).size).toBe(ids.length);
  });

  describe.each(Object.entries(corpus))('%s', (_, cases) => {
    test.each(cases)('$id: $says', async (hostile) => {
      await runCase(world, hostile);
      expect(crashes).toEqual([]);
    });
  });

  test('the corpus, bombs and all, leaves nothing in memory', () => {
    const now = memoryInUse();
    const [heldBytes, residentBytes] = [
      now.heldBytes - warm.heldBytes,
      now.residentBytes - warm.residentBytes,
    ];
    const inMb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
    process.stdout.write(
      `hostile corpus: ${inMb(heldBytes)} more held, ${inMb(residentBytes)} more resident\n`,
    );
    expect(heldBytes).toBeLessThan(HELD_GROWTH_BYTES_MAX);
    expect(residentBytes).toBeLessThan(RESIDENT_GROWTH_BYTES_MAX);
  });
}

interface MemoryInUse {
  heldBytes: number;
  residentBytes: number;
}

/** Measures the process's memory after garbage collection. */
function memoryInUse(): MemoryInUse {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (how: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heldBytes: heapUsed + external, residentBytes: rss };
}
