import { expect, test } from 'vitest';
import { compareFields } from '../../../../domain/fields/compare-fields.ts';
import { RENAMED } from '../../../../sandbox/lies/field-lies.ts';
import { LIE_KINDS } from '../../../../sandbox/lies/lie-kinds.ts';
import { platformsOf, type LieKind, type MenuPlatform } from '../../../../sandbox/lies/lie-kind.ts';
import { lyingWorld } from '../../../../sandbox/lies/lying-world.ts';
import { generateRestStores } from '../../../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';
import type { World } from '../../../../sandbox/world/world.ts';

const RECIPE = { seed: 3, dispensaries: 1, products: 60, restDispensaries: 1 };
const world: World = { stores: generateWorld(RECIPE).stores, restStores: generateRestStores(RECIPE) };

const menuOf = ({ stores, restStores }: World, platform: MenuPlatform, pass: number) =>
  (platform === 'dutchie' ? stores : restStores)[0]!.menuAt(pass).map(({ record }) => record);

const honest = { dutchie: menuOf(world, 'dutchie', 6), blaze: menuOf(world, 'blaze', 6) };

/** Compares the honest menu of a pass with that of the next pass, in which a lie changes the whole menu. */
function compareLied(kind: LieKind, platform: MenuPlatform) {
  const lie = { kind, seed: 1, share: 1, store: null, proxy: null, sincePass: 0 };
  const after = menuOf(lyingWorld(world, [lie]), platform, 7);
  return compareFields({ before: honest[platform], after }, { maps: new Set() });
}

const cases = (kinds: readonly LieKind[]) =>
  kinds.flatMap((kind) => platformsOf(kind).map((platform) => [kind.name, platform, kind] as const));

test.each(cases(RENAMED.kinds))('what %s of %s renames is named', (_, platform, kind) => {
  const found = compareLied(kind, platform);
  expect(found.vanished).not.toEqual([]);
  expect(found.renamed.map(({ from }) => from)).toEqual(
    expect.arrayContaining(found.vanished.map(({ path }) => path)),
  );
  for (const { from, to } of found.renamed) {
    const key = from.slice(from.lastIndexOf('.') + 1);
    expect(to).toBe(
      `${from.slice(0, -key.length)}${key.replaceAll(/\B([A-Z])/g, '_$1').toLowerCase()}_value`,
    );
  }
});

const OTHERS = LIE_KINDS.filter(({ name }) => /-(?:dropped|null|empty)$/.test(name));

test.each(cases(OTHERS))('%s of %s renames nothing', (_, platform, kind) => {
  expect(compareLied(kind, platform).renamed).toEqual([]);
});
