import type { CanonicalProduct, Flaw } from '../domain/product.ts';
import { ALTERATIONS, alterSource, REPLACEMENTS } from './alter-source.ts';
import { flattenProduct, listsAround, type FlatProduct } from './flatten-product.ts';
import type { Platform } from './platform.ts';
import { describeValue, isRecord } from './read-fields.ts';
import { traceReads, type Read } from './trace-reads.ts';

/** Where one canonical value comes from. */
export interface Explanation {
  /** The path of the value in the canonical product, such as `options[0].rec`; null for flaws that affected no value. */
  value: string | null;
  result: unknown;
  /** The raw values that the canonical value depends on, the most specific first; long ones are shortened. */
  from: { path: string; raw: unknown }[];
  /** How the canonical value was derived, in plain words. */
  rule: string;
  /** What was refused while deriving the value. */
  flaws: Flaw[];
}

/** Thrown for a product with too many values to trace in a reasonable time. */
export class TooLargeToExplain extends Error {
  override name = 'TooLargeToExplain';
}

/** The most raw values that are traced, because each is altered several times. Usual products have some hundred. */
const LEAVES_MAX = 2_000;

/**
 * Finds the origin of each value of a product by experiment: alters everything that the normalizer reads, one value after the other, and
 * sees which canonical values differ. So the result shows what the normalizer really did.
 * @param menu all products of the menu, which the normalizer may use
 * @returns one explanation per value, then the flaws that affected no value; null when the product cannot be normalized
 * @throws TooLargeToExplain
 */
export function explainProduct(
  platform: Platform,
  menu: readonly unknown[],
  raw: unknown,
): Explanation[] | null {
  const normalize = platform.normalizerOf(menu);
  const { traced, reads } = traceReads(raw);
  const normalized = normalize(traced);
  if (!normalized.ok) return null;
  const { product, flaws } = normalized;
  const flatten = (source: unknown): FlatProduct | null => {
    const other = normalize(source);
    return other.ok ? flattenProduct(other.product) : null;
  };
  const flat = flattenProduct(product);
  const leaves = leavesOf(reads, flaws);
  if (leaves.length > LEAVES_MAX)
    throw new TooLargeToExplain(`expected at most ${LEAVES_MAX} values to trace, got ${leaves.length}`);
  const causes = findCauses({ raw, flat, flatten, leaves, flaws });
  const alone = platform.normalizerOf([raw])(raw);
  const flatAlone = alone.ok ? flattenProduct(alone.product) : flat;
  const explained = [...flat.values].map(([value, result]) => {
    const from = causes.get(value) ?? [];
    const costly = flaws.filter(({ place }) => from.some(({ path }) => isAtOrBelow(path, place)));
    const rule = isUnstated(result, from) ? 'not stated' : ruleOf(platform, product, value);
    const notes = [
      from.length === 0 && !isEmpty(result) ? '; no single field decides it' : '',
      isSame(flatAlone.values.get(value), result) ? '' : '; the rest of the menu decides it',
    ];
    return {
      value,
      result,
      from: from.map(({ path, value: found }) => ({ path, raw: shorten(found) })),
      rule: rule + notes.join(''),
      flaws: costly,
    };
  });
  return [...explained, ...explainOthers(raw, flaws, explained)];
}

/** Returns the scalar values that were read, and the lists and objects that are empty or were refused as a whole. */
function leavesOf(reads: ReadonlyMap<string, Read>, flaws: readonly Flaw[]): Read[] {
  const all = [...reads.values()];
  const isRefused = ({ path }: Read): boolean =>
    flaws.some(({ place }) => place === path) &&
    all.every((other) => other.path === path || !isAtOrBelow(other.path, path));
  return all.filter((read) => {
    const { value } = read;
    return typeof value !== 'object' || value === null || Object.keys(value).length === 0 || isRefused(read);
  });
}

interface Trial {
  raw: unknown;
  flat: FlatProduct;
  flatten: (source: unknown) => FlatProduct | null;
  leaves: readonly Read[];
  flaws: readonly Flaw[];
}

/** Finds the reads that each value depends on, the most specific first. */
function findCauses(trial: Trial): Map<string, Read[]> {
  const { flat, leaves } = trial;
  const causes = new Map<string, Set<Read>>([...flat.values.keys()].map((value) => [value, new Set()]));
  const later: { value: string; leaf: Read }[] = [];
  for (const leaf of leaves) {
    const { changed, moved } = effectsOf(trial, [leaf]);
    for (const value of changed) causes.get(value)?.add(leaf);
    for (const value of moved) later.push({ value, leaf });
  }
  addJointCauses(trial, causes);
  // Removing an item from a list moves the later items, which do not depend on it. So a move counts only for values without another
  // cause.
  const without = new Set([...causes].flatMap(([value, found]) => (found.size === 0 ? [value] : [])));
  for (const { value, leaf } of later) if (without.has(value)) causes.get(value)?.add(leaf);
  addSufficientCauses(trial, causes);
  const reach = new Map<Read, number>();
  for (const found of causes.values()) for (const leaf of found) reach.set(leaf, (reach.get(leaf) ?? 0) + 1);
  const rank = (leaf: Read): number => (leaf.value === null ? Infinity : (reach.get(leaf) ?? 0));
  return new Map(
    [...causes].map(([value, found]) => [
      value,
      [...found].sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other))),
    ]),
  );
}

/** Adds causes that are each sufficient, such as the items of a list for stock: only altering all of them changes the value. */
function addJointCauses(trial: Trial, causes: Map<string, Set<Read>>): void {
  for (const group of groupsOf(trial.leaves)) {
    if (group.length < 2) continue;
    for (const value of effectsOf(trial, group).changed) {
      const found = causes.get(value);
      if (!group.some((leaf) => found?.has(leaf))) for (const leaf of group) found?.add(leaf);
    }
  }
}

/** Adds causes with different field names that are each sufficient: tries each of them in a product without the others. */
function addSufficientCauses({ raw, flat, flatten, leaves }: Trial, causes: Map<string, Set<Read>>): void {
  const open = [...flat.values].filter(
    ([value, result]) => !isEmpty(result) && causes.get(value)?.size === 0,
  );
  if (open.length === 0) return;
  const identity = new Set(
    ['providerProductId', 'nameRaw'].flatMap((value) => [...(causes.get(value) ?? [])]),
  );
  const others = leaves.filter((leaf) => !identity.has(leaf));
  const silence = (kept: readonly Read[]) =>
    flatten(
      alterSource(
        raw,
        others.filter((leaf) => !kept.includes(leaf)),
        () => undefined,
      ) ?? raw,
    );
  const silent = silence([]);
  for (const group of groupsOf(others)) {
    const speaking = silence(group);
    for (const [value] of open)
      if (!isSame(speaking?.values.get(value), silent?.values.get(value)))
        for (const leaf of group) causes.get(value)?.add(leaf);
  }
}

/** Groups the reads of one field over all items of a list. */
function groupsOf(leaves: readonly Read[]): Read[][] {
  const groups = Object.groupBy(leaves, ({ path }) => path.replaceAll(/\[\d+\]/g, '[]'));
  return Object.values(groups).map((group) => group ?? []);
}

/** Returns the values that differ when these places are altered, separately those that only moved because the length of a list changed. */
function effectsOf(
  { raw, flat, flatten, flaws }: Trial,
  places: readonly Read[],
): { changed: Set<string>; moved: Set<string> } {
  const changed = new Set<string>();
  const moved = new Set<string>();
  const [only] = places;
  const isDoubtful =
    places.length === 1 &&
    only !== undefined &&
    (only.value === null || flaws.some(({ place }) => isAtOrBelow(only.path, place)));
  for (const alteration of isDoubtful ? [...ALTERATIONS, ...REPLACEMENTS] : ALTERATIONS) {
    const altered = alterSource(raw, places, alteration);
    const other = altered === null ? null : flatten(altered);
    if (other === null) continue;
    for (const [value, result] of flat.values) {
      if (isSame(other.values.get(value), result)) continue;
      const isInPlace = listsAround(value).every(
        (list) => other.lengths.get(list) === flat.lengths.get(list),
      );
      (isInPlace ? changed : moved).add(value);
    }
  }
  return { changed, moved };
}

function ruleOf({ rules }: Platform, product: CanonicalProduct, value: string): string {
  const [, place, optionKey = ''] = /^options\[(\d+)\]\.(\w+)/.exec(value) ?? [];
  const option = product.options[Number(place)];
  if (option !== undefined) {
    const rule = Object.entries(rules.option).find(([key]) => key === optionKey)?.[1] ?? '';
    return typeof rule === 'string' ? rule : rule(option);
  }
  const [name = ''] = /^\w+/.exec(value) ?? [];
  return Object.entries(rules.product).find(([key]) => key === name)?.[1] ?? '';
}

/** Explains the flaws that affected no value, such as a dropped option. */
function explainOthers(raw: unknown, flaws: readonly Flaw[], explained: Explanation[]): Explanation[] {
  const reported = new Set(explained.flatMap((explanation) => explanation.flaws));
  return flaws
    .filter((flaw) => !reported.has(flaw))
    .map((flaw) => ({
      value: null,
      result: null,
      from: [{ path: flaw.place, raw: shorten(valueAt(raw, flaw.place)) }],
      rule: `an ${flaw.cost === 'option' ? 'option' : 'additional value'} was left out`,
      flaws: [flaw],
    }));
}

function valueAt(raw: unknown, path: string): unknown {
  let value = raw;
  for (const key of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isRecord(value) ? value[key] : undefined;
  }
  return value;
}

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);
}

function isUnstated(result: unknown, from: readonly Read[]): boolean {
  return isEmpty(result) && from.every(({ value }) => value === null || typeof value === 'object');
}

function isEmpty(result: unknown): boolean {
  return result === null || result === false || typeof result === 'object';
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

const RAW_LENGTH_MAX = 80;

/** Shortens a raw value for display: cuts long texts, and only names lists and objects, except empty lists. */
function shorten(raw: unknown): unknown {
  if (typeof raw === 'string' && raw.length > RAW_LENGTH_MAX)
    return `${raw.slice(0, RAW_LENGTH_MAX).toWellFormed()}…`;
  if (Array.isArray(raw) && raw.length === 0) return raw;
  return typeof raw === 'object' && raw !== null ? describeValue(raw) : (raw ?? null);
}
