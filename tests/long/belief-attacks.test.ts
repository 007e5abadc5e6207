import { expect, test } from 'vitest';
import { createStage, timeOf } from '../../bench/belief/attack-stage.ts';
import { longAttacks } from '../../bench/belief/long-attacks.ts';
import { crawlSimulated } from '../../bench/belief/simulated-store.ts';
import { attackSmall, crawlSmall } from '../../bench/belief/small-menus.ts';
import { LIE_FAMILIES } from '../../sandbox/lies/lie-kinds.ts';
import type { Wrong } from '../../bench/belief/wrong-rows.ts';

/** The seed of the world. To try another one: `BELIEF_SEED=7 npx vitest run --project long tests/long/belief-attacks.test.ts`. */
const SEED = Number(process.env['BELIEF_SEED'] ?? 3);

/**
 * Selects the wrong values that count. Leaves out products that exist only in the lie: misses take them out of stock, and they are no
 * wrong value of a real product. Stock that the honest menu does not state keeps the lie's value: see docs/explanation/belief.md.
 */
const valuesOf = ({ outOfStock, stock, prices, identity, lost }: Wrong) => ({
  outOfStock,
  stock,
  prices,
  identity,
  lost,
});

const SMALL_WORLDS = 5;

const NONE = { outOfStock: 0, stock: 0, prices: 0, identity: 0, lost: 0 };

test.each([
  { share: 1, products: 100, crawls: 3 },
  { share: 0.3, products: 100, crawls: 3 },
  { share: 1, products: 30, crawls: 12 },
])(
  'lies about $share of $products products do no harm before they are confirmed; after $crawls crawls of them, the first honest one makes all true again',
  async (attempt) => {
    let [refused, gotIn] = [0, 0];
    const harms: object[] = [];
    for await (const { kind, platform, first, short, long } of longAttacks({ ...attempt, seed: SEED })) {
      const isRefused = first.verdict === 'unconfirmed' || first.verdict === 'failed';
      if (isRefused) refused += 1;
      if (long.gotIn) gotIn += 1;
      const seen = {
        short: isRefused
          ? { ...valuesOf(short.wrong), strangers: short.wrong.strangers }
          : { ...NONE, strangers: 0 },
        afterShort: { crawls: short.recovery.crawls, ...valuesOf(short.recovery.wrong) },
        afterLong: { crawls: long.recovery.crawls, ...valuesOf(long.recovery.wrong) },
      };
      const back = { crawls: 1, ...NONE };
      const isRight =
        JSON.stringify(seen) ===
        JSON.stringify({ short: { ...NONE, strangers: 0 }, afterShort: back, afterLong: back });
      if (!isRight) harms.push({ kind: kind.name, platform, faults: long.recovery.faults, ...seen });
    }
    expect(harms).toEqual([]);
    expect(refused).toBeGreaterThan(150);
    expect(gotIn).toBeGreaterThan(100);
  },
);

test.each(['dutchie', 'blaze'] as const)(
  'list prices on %s that rise for 8 % of the products with each crawl are doubted by the fifth crawl',
  async (platform) => {
    const kind = LIE_FAMILIES.flatMap(({ kinds }) => kinds).find(
      ({ name }) => name === 'prices-rise-in-steps',
    );
    for (const seed of [SEED, SEED + 1]) {
      const stage = await createStage({ platform, seed, products: 100 });
      const doubtedIn: number[] = [];
      for (let crawl = 1; crawl <= 5 && doubtedIn.length === 0; crawl += 1) {
        const pass = stage.pass + crawl - 1;
        const seen = await stage.lyingAt(pass, { kind: kind!, share: 0.8 });
        const { faults } = crawlSimulated(stage.known, { ...stage, seen, at: timeOf(pass) });
        if (faults.includes('repriced')) doubtedIn.push(crawl);
      }
      expect({ seed, doubtedIn }).toEqual({ seed, doubtedIn: [expect.any(Number)] });
    }
  },
);

test.each([
  { products: 8, doubtedMax: 0.04 },
  { products: 12, doubtedMax: 0.02 },
  { products: 16, doubtedMax: 0.02 },
])(
  'lies about a quarter of some $products products are refused, and their honest menus are rarely doubted',
  async ({ products, doubtedMax }) => {
    let [refused, lies, doubted, honest] = [0, 0, 0, 0];
    const shrunk: string[] = [];
    for await (const { kind, platform, refusedFor } of attackSmall({ seed: SEED, products })) {
      lies += 1;
      if (refusedFor !== null) refused += 1;
      else if (/half$|^largest|^empty$|-product$/.test(kind.name)) shrunk.push(`${kind.name} on ${platform}`);
    }
    for (let world = 0; world < SMALL_WORLDS; world += 1)
      for await (const { faults } of crawlSmall({ seed: SEED + 1000 + world, products })) {
        honest += 1;
        if (faults.length > 0) doubted += 1;
      }
    expect(lies).toBeGreaterThan(150);
    expect(refused / lies).toBeGreaterThan(0.93);
    expect(shrunk.length).toBeLessThan(3);
    expect(honest).toBeGreaterThan(300);
    expect(doubted / honest).toBeLessThan(doubtedMax);
  },
);
