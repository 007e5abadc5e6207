import type { Random } from '../world/random.ts';
import type { MenuEntry } from '../world/world.ts';

/** Sorts products by name, and by id where names are equal. */
export function byName(menu: readonly MenuEntry[]): MenuEntry[] {
  return menu.toSorted((one, other) => compare(one.name, other.name) || compare(one.id, other.id));
}

/** Sorts products by id. */
export function byId(menu: readonly MenuEntry[]): MenuEntry[] {
  return menu.toSorted((one, other) => compare(one.id, other.id));
}

/** Shuffles products. */
export function shuffled(menu: readonly MenuEntry[], random: Random): MenuEntry[] {
  const ranked = menu.map((entry) => ({ entry, rank: random.next() }));
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
