import type { LieKind, MenuPlatform } from '../../sandbox/lies/lie-kind.ts';
import { platformsOf } from '../../sandbox/lies/lie-kind.ts';
import { LIE_FAMILIES } from '../../sandbox/lies/lie-kinds.ts';
import { createRandom } from '../../sandbox/world/random.ts';
import { createStage, type Stage } from './attack-stage.ts';
import { attackForLong } from './long-attack.ts';

export interface DrawnLie {
  family: string;
  kind: LieKind;
  platform: MenuPlatform;
}

const HARM_SHARE = 0.1;

/**
 * The families that are not drawn. Their effect depends on earlier passes, so one kind may be refused in one world and harmless
 * in another.
 */
const OF_PASSES = new Set(['an earlier menu', 'in steps']);

/** Draws one kind of each family, with a platform, that would make a tenth of a menu wrong and that the judge refuses. */
export async function drawRefusedLies(seed: number, products: number): Promise<DrawnLie[]> {
  const stages: Record<MenuPlatform, Stage> = {
    dutchie: await createStage({ platform: 'dutchie', seed, products }),
    blaze: await createStage({ platform: 'blaze', seed, products }),
  };
  const drawn: DrawnLie[] = [];
  for (const { family, kinds } of LIE_FAMILIES.filter((one) => !OF_PASSES.has(one.family))) {
    const candidates: DrawnLie[] = kinds.flatMap((kind) =>
      platformsOf(kind).map((platform) => ({ family, kind, platform })),
    );
    const order = ({ kind, platform }: DrawnLie) => createRandom(seed, kind.name, platform).next();
    for (const lie of candidates.toSorted((one, other) => order(one) - order(other))) {
      const { first, harmShare } = await attackForLong(stages[lie.platform], {
        kind: lie.kind,
        share: 1,
        crawls: 0,
      });
      if (first.verdict !== 'unconfirmed' || harmShare < HARM_SHARE) continue;
      drawn.push(lie);
      break;
    }
  }
  return drawn;
}
