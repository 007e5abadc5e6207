import type { LieKind, MenuPlatform } from '../../sandbox/lies/lie-kind.ts';
import { platformsOf } from '../../sandbox/lies/lie-kind.ts';
import { LIE_FAMILIES } from '../../sandbox/lies/lie-kinds.ts';
import { createStage, type Stage } from './attack-stage.ts';
import { attackForLong, type LongAttack } from './long-attack.ts';

interface Followed extends LongAttack {
  family: string;
  kind: LieKind;
  platform: MenuPlatform;
}

interface Attempt {
  seed: number;
  /** The share of products, 0 to 1, that each lie changes. */
  share: number;
  /** The approximate number of products of each store. */
  products: number;
  /** Regular crawls that see the lie, besides the first crawl. */
  crawls: number;
}

/** Yields every kind of lie at one store of each platform, each lasting longer than the confirmation. */
export async function* longAttacks({ seed, share, products, crawls }: Attempt): AsyncGenerator<Followed> {
  const stages: Record<MenuPlatform, Stage> = {
    dutchie: await createStage({ platform: 'dutchie', seed, products }),
    blaze: await createStage({ platform: 'blaze', seed, products }),
  };
  for (const { family, kinds } of LIE_FAMILIES)
    for (const kind of kinds)
      for (const platform of platformsOf(kind))
        yield {
          ...(await attackForLong(stages[platform], { kind, share, crawls })),
          family,
          kind,
          platform,
        };
}
