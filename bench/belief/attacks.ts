import type { LieKind, MenuPlatform } from '../../sandbox/lies/lie-kind.ts';
import { platformsOf } from '../../sandbox/lies/lie-kind.ts';
import { LIE_KINDS } from '../../sandbox/lies/lie-kinds.ts';
import { attack, type AttackResult } from './attack.ts';

/** The approximate number of products of each store. */
const PRODUCTS = 100;

/** The share of the menu that a lie must make wrong to count. */
const HARM_SHARE = 0.1;

interface Attacked extends AttackResult {
  kind: LieKind;
  platform: MenuPlatform;
}

/** Yields the attacks that would do harm: every kind of lie, once for each seed, at a store of each platform. */
export async function* harmfulAttacks({
  seeds,
  share,
}: {
  seeds: readonly number[];
  share: number;
}): AsyncGenerator<Attacked> {
  for (const kind of LIE_KINDS)
    for (const platform of platformsOf(kind))
      for (const seed of seeds) {
        const result = await attack({ kind, platform, seed, share, products: PRODUCTS });
        const { wrongStock, wrongPrices, wrongIdentity, honest } = result;
        if (Math.max(wrongStock, wrongPrices, wrongIdentity) >= honest * HARM_SHARE)
          yield { ...result, kind, platform };
      }
}
