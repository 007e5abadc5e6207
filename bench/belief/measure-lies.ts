import { LIE_FAMILIES } from '../../sandbox/lies/lie-kinds.ts';
import { harmfulAttacks } from './attacks.ts';
import { longAttacks } from './long-attacks.ts';
import { attackSmall, crawlSmall } from './small-menus.ts';
import { NOTHING_WRONG, worse } from './wrong-rows.ts';

/** Seeds that were not used for setting shares. */
const SEEDS = [101, 102, 103] as const;
const LONG_SEEDS = [21, 22] as const;
const SMALL_SEEDS = [101, 102] as const;

const FAMILIES = LIE_FAMILIES.map(({ family }) => family);
const FAMILY_OF = new Map(
  LIE_FAMILIES.flatMap(({ family, kinds }) => kinds.map(({ name }) => [name, family])),
);

/** Lies of one family, each active for one crawl. */
interface Refusals {
  lies: number;
  refused: number;
  /** The names of accepted kinds. */
  missed: string[];
}

/** What the judge refuses on the first crawl. */
export interface MeasuredLies {
  /** The refusals of each family of lies: `whole` for lies about the whole menu, `part` for lies about three tenths of it. */
  families: { family: string; whole: Refusals; part: Refusals }[];
  /** The number of lies with each fault. */
  faults: Map<string, number>;
}

/** Applies every lie to stores of some 100 products. Takes minutes. */
export async function measureLies(): Promise<MeasuredLies> {
  const faults = new Map<string, number>();
  const tell = async (share: number) => {
    const byFamily = new Map(
      FAMILIES.map((family) => [family, { lies: 0, refused: 0, missed: [] as string[] }]),
    );
    for await (const { kind, refusedFor } of harmfulAttacks({ seeds: SEEDS, share })) {
      const found = byFamily.get(FAMILY_OF.get(kind.name) ?? '');
      if (found === undefined) continue;
      found.lies += 1;
      if (refusedFor === null) found.missed.push(kind.name);
      else found.refused += 1;
      for (const fault of refusedFor?.split(', ') ?? []) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    }
    return byFamily;
  };
  const [whole, part] = [await tell(1), await tell(0.3)];
  const none = { lies: 0, refused: 0, missed: [] };
  return {
    families: FAMILIES.map((family) => ({
      family,
      whole: whole.get(family) ?? none,
      part: part.get(family) ?? none,
    })),
    faults,
  };
}

/** Lies of one family that last longer than the confirmation. */
export interface MeasuredLongLies {
  family: string;
  lies: number;
  refused: number;
  /** How many refused lies made a value wrong before the confirmation. */
  harmedBefore: number;
  gotIn: number;
  outOfStockMax: number;
  pricesMax: number;
  /**
   * After how many lies all values were true again one regular crawl later, and in how many of these cases that crawl
   * needed its confirmation half an hour later.
   */
  trueAgain: number;
  byLook: number;
  /** How many lies left the stock of some products wrong for good: the honest menu has no quantity that would correct it. */
  untold: number;
  /** How many lies left products in the catalog that the store never had: they count as in stock until their third miss. */
  strangers: number;
}

const HARM_SHARE = 0.1;

/** Applies every lie for a crawl, its confirmation and three more regular crawls, then serves the honest menu. */
export async function measureLongLies(): Promise<MeasuredLongLies[]> {
  const byFamily = new Map<string, MeasuredLongLies>();
  for (const seed of LONG_SEEDS)
    for await (const { family, harmShare, first, short, long } of longAttacks({
      seed,
      share: 1,
      products: 100,
      crawls: 3,
    })) {
      if (harmShare < HARM_SHARE) continue;
      const found = byFamily.get(family) ?? emptyLongLies(family);
      byFamily.set(family, found);
      const isRefused = first.verdict === 'unconfirmed' || first.verdict === 'failed';
      const { wrong, crawls, isConfirmed } = long.recovery;
      found.lies += 1;
      found.refused += Number(isRefused);
      found.harmedBefore += Number(isRefused && sumOf(short.wrong) > 0);
      found.gotIn += Number(long.gotIn);
      if (long.gotIn) {
        const most = worse(NOTHING_WRONG, long.wrong);
        found.outOfStockMax = Math.max(found.outOfStockMax, most.outOfStock);
        found.pricesMax = Math.max(found.pricesMax, most.prices);
      }
      const { untold, strangers, swapped: _, ...values } = wrong;
      if (crawls === 1 && sumOf(values) === 0) {
        found.trueAgain += 1;
        found.byLook += Number(isConfirmed);
      }
      found.untold += Number(untold > 0);
      found.strangers += Number(strangers > 0);
    }
  return [...byFamily.values()];
}

function sumOf(counts: object): number {
  return Object.values(counts).reduce((sum: number, count: number) => sum + count, 0);
}

function emptyLongLies(family: string): MeasuredLongLies {
  return {
    family,
    lies: 0,
    refused: 0,
    harmedBefore: 0,
    gotIn: 0,
    outOfStockMax: 0,
    pricesMax: 0,
    trueAgain: 0,
    byLook: 0,
    untold: 0,
    strangers: 0,
  };
}

/**
 * How many lies and how many honest menus were tried at small stores, and how many of each were doubted. A lie counts only if it makes at
 * least a quarter of the menu wrong.
 */
export interface MeasuredSmallMenus {
  products: number;
  lies: number;
  refused: number;
  honest: number;
  doubted: number;
}

const SMALL_WORLDS = 20;

/** Applies every lie to stores of this size, and crawls honest ones. */
export async function measureSmallMenus(products: number): Promise<MeasuredSmallMenus> {
  const found = { products, lies: 0, refused: 0, honest: 0, doubted: 0 };
  for (const seed of SMALL_SEEDS)
    for await (const { refusedFor } of attackSmall({ seed, products })) {
      found.lies += 1;
      found.refused += Number(refusedFor !== null);
    }
  for (let world = 0; world < SMALL_WORLDS; world += 1)
    for await (const { faults } of crawlSmall({ seed: 2_000 + world, products })) {
      found.honest += 1;
      found.doubted += Number(faults.length > 0);
    }
  return found;
}
