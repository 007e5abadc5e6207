import type { LieKind, MenuPlatform } from '../../sandbox/lies/lie-kind.ts';
import { lyingWorld } from '../../sandbox/lies/lying-world.ts';
import { inOrder, storeOf, storesOf, worldOf } from './attack.ts';
import { seeMenu, type SeenMenu } from './see-menu.ts';
import { ingestMenu, type Shelf } from './simulated-shelf.ts';
import { crawlSimulated, emptyStore, type SimulatedStore } from './simulated-store.ts';

/** The interval between regular crawls of a store. */
const REGULAR_MS = 4 * 3_600_000;

/** Honest crawls of a store before the lie. */
const HONEST_PASSES = 6;

/** For how many passes after the first lie the truth is known: attack and recovery need no more. */
const PASSES_AFTER = 24;

/** A store after a few crawls, with the whole truth about it. Attacks share a stage and copy what they change. */
export interface Stage {
  /** The pass in which the lie begins. */
  pass: number;
  known: SimulatedStore;
  storeId: string;
  idsOfOthers: ReadonlySet<string>;
  /** What a crawl sees in a pass without lies. */
  honestAt: (pass: number) => Promise<SeenMenu>;
  /** The catalog in a pass without lies and doubts. */
  truthAt: (pass: number) => Promise<Shelf>;
  /** What a crawl sees in a pass of a lie that began in the stage's pass; an error message when the crawl fails. */
  lyingAt: (pass: number, lie: { kind: LieKind; share: number }) => Promise<SeenMenu | string>;
}

interface StageOptions {
  platform: MenuPlatform;
  seed: number;
  products: number;
}

/** Returns the time of a pass's crawl. */
export function timeOf(pass: number): Date {
  return new Date(pass * REGULAR_MS);
}

/** Creates a world and crawls one of its stores a few times. */
export async function createStage({ platform, seed, products }: StageOptions): Promise<Stage> {
  const world = worldOf({ platform, seed, products });
  const store = storeOf(world, platform);
  const first = 1 + (seed % 7);
  const pass = first + HONEST_PASSES;
  const seen = new Map<number, Promise<SeenMenu>>();
  const see = async (at: number): Promise<SeenMenu> => {
    const menu = await seeMenu(platform, inOrder(store.menuAt(at)));
    if (typeof menu === 'string') throw new Error(`The honest menu of pass ${at} is refused: ${menu}`);
    return menu;
  };
  const honestAt = (at: number): Promise<SeenMenu> => {
    const menu = seen.get(at) ?? see(at);
    seen.set(at, menu);
    return menu;
  };
  const others = storesOf(world, platform).filter((other) => other !== store);
  const stage = {
    storeId: store.platformId,
    idsOfOthers: new Set(others.flatMap((other) => other.menuAt(pass).map(({ id }) => id))),
  };
  const known = emptyStore();
  for (let at = first; at < pass; at += 1)
    crawlSimulated(known, { ...stage, seen: await honestAt(at), at: timeOf(at) });
  return {
    ...stage,
    pass,
    known,
    honestAt,
    truthAt: createTruth(honestAt, { first, last: pass + PASSES_AFTER }),
    lyingAt: async (at, { kind, share }) => {
      const lie = { kind, seed, share, store: null, proxy: null, sincePass: pass };
      return seeMenu(platform, inOrder(storeOf(lyingWorld(world, [lie]), platform).menuAt(at)), kind);
    },
  };
}

/** Returns a function that computes the shelf of a pass on request, from the shelf of the pass before. */
function createTruth(
  honestAt: Stage['honestAt'],
  { first, last }: { first: number; last: number },
): Stage['truthAt'] {
  const shelves = new Map<number, Promise<Shelf>>();
  const make = async (pass: number): Promise<Shelf> => {
    if (pass > last) throw new RangeError(`Expected a pass up to ${last}; got ${pass}.`);
    const shelf = new Map(pass === first ? [] : await truthAt(pass - 1));
    ingestMenu(shelf, { id: pass, fetchedAt: timeOf(pass), menu: await honestAt(pass), missingBefore: [] });
    return shelf;
  };
  const truthAt = (pass: number): Promise<Shelf> => {
    const shelf = shelves.get(pass) ?? make(pass);
    shelves.set(pass, shelf);
    return shelf;
  };
  return truthAt;
}
