import { storable } from '../storable-text.ts';
import { changedValue, type Change } from './changed-value.ts';
import { fullName } from './compare-menus.ts';
import { countedProducts, keptProducts, type KeptProduct } from './counted-products.ts';
import type { ComparedProduct } from './known-menu.ts';
import type { Judged, Rule, Shows } from './rule.ts';
import type { Sample } from './suspicion.ts';

/** The most samples per rule and in all. Limited because suspicions are part of API answers and lists. */
export const SAMPLES_PER_RULE = 3;
export const SAMPLES_MAX = 12;

/** The most characters of each id, name and value in a sample. */
export const SAMPLE_TEXT_MAX = 80;

/** A rule that doubts the menu. Rules about the platform's answers instead of the products have no `counts`. */
export interface Doubting extends Pick<Rule, 'name' | 'shows'> {
  counts?: Rule['counts'];
}

type Menus = Omit<Judged, 'difference'>;

/**
 * Finds products that show why a menu is doubted, for the rules that doubt it, in their order. Call it only for doubted menus,
 * because it costs more than judging one.
 *
 * The largest changes of a price or a quantity come first, because they show a mistake best; all others are ordered by id. So the
 * same menu always has the same samples. A sample of one rule is not repeated for the next.
 */
export function findSamples(menus: Menus, rules: readonly Doubting[]): Sample[] {
  const kept = rules.some(({ shows }) => typeof shows === 'object') ? keptProducts(menus) : [];
  const others = sortOthers(menus);
  const samples = new Map<string, Sample>();
  for (const rule of rules) {
    const found = typeof rule.shows === 'object' ? changesOf(rule, kept, menus) : others[rule.shows]();
    for (const { product, by: _, ...change } of found.toSorted(inOrder).slice(0, SAMPLES_PER_RULE)) {
      const key = JSON.stringify([product.providerProductId, change.field, change.option]);
      if (samples.size < SAMPLES_MAX && !samples.has(key))
        samples.set(
          key,
          cut({ rule: rule.name, id: product.providerProductId, name: product.name, ...change }),
        );
    }
  }
  return [...samples.values()];
}

/** A product, and the change that illustrates a rule. */
interface Found extends Change {
  product: Pick<ComparedProduct, 'providerProductId' | 'name'>;
}

function inOrder(one: Found, other: Found): number {
  return other.by - one.by || (one.product.providerProductId < other.product.providerProductId ? -1 : 1);
}

function changesOf({ shows, ...rule }: Doubting, kept: readonly KeptProduct[], menus: Menus): Found[] {
  const { counts } = rule;
  const counted = counts === undefined ? kept : countedProducts({ ...rule, counts }, kept, menus);
  return counted.flatMap((pair) => {
    const change = typeof shows === 'object' ? changedValue(shows, pair) : null;
    return change === null ? [] : [{ product: pair.before, ...change }];
  });
}

/** Returns a function for each kind of sample other than changed values. The function lists the samples of its kind. */
function sortOthers(menus: Menus): Record<Extract<Shows, string>, () => Found[]> {
  const { known, fetched, ofOtherStores } = menus;
  const sorted = sortFresh(menus);
  const names = new Map(
    [...known.shelf, ...fetched.products].map((one) => [one.providerProductId, one.name]),
  );
  const ofId = (id: string) => ({ providerProductId: id, name: names.get(id) ?? '' });
  return {
    gone: () => sorted.gone.map((product) => show(product, 'menu', ['on the menu', 'gone'])),
    new: () => sorted.added.map((product) => show(product, 'menu', ['not on the menu', 'new'])),
    renamed: () =>
      sorted.renamed.map(([product, { providerProductId: id }]) =>
        show(product, 'id', [product.providerProductId, id]),
      ),
    copied: () =>
      sorted.copied.map(([product, { providerProductId: id }]) =>
        show(product, 'id', [product.providerProductId, `also ${id}`]),
      ),
    'of-other-stores': () =>
      ofOtherStores.first.map(({ id, dispensaryId }) =>
        show(ofId(id), 'store', [`dispensary ${dispensaryId}`, 'this store']),
      ),
    unreadable: () =>
      fetched.unreadable.flatMap(({ id, reason }) =>
        id === null ? [] : [show(ofId(id), 'text', ['readable', reason])],
      ),
  };
}

function show(
  product: Found['product'],
  field: Sample['field'],
  [before, now]: readonly [before: string, now: string],
): Found {
  return { product, field, option: null, before, now, by: 0 };
}

interface Fresh {
  gone: ComparedProduct[];
  added: ComparedProduct[];
  renamed: [before: ComparedProduct, now: ComparedProduct][];
  copied: [kept: ComparedProduct, now: ComparedProduct][];
}

/** Separates gone from renamed products and new from copied ones, as `compareMenus` counts them. */
function sortFresh({ known, fetched }: Menus): Fresh {
  const onShelf = new Set(known.shelf.map(({ providerProductId }) => providerProductId));
  const came = new Set(fetched.ids);
  const gone = known.shelf.filter(({ providerProductId }) => !came.has(providerProductId));
  const [goneByName, keptByName] = [
    Map.groupBy(gone, fullName),
    Map.groupBy(
      known.shelf.filter(({ providerProductId }) => came.has(providerProductId)),
      fullName,
    ),
  ];
  const sorted: Fresh = { gone: [], added: [], renamed: [], copied: [] };
  for (const now of fetched.products.filter(({ providerProductId }) => !onShelf.has(providerProductId))) {
    const before = goneByName.get(fullName(now))?.shift();
    const kept = before === undefined ? keptByName.get(fullName(now))?.shift() : undefined;
    if (before !== undefined) sorted.renamed.push([before, now]);
    else if (kept === undefined) sorted.added.push(now);
    else sorted.copied.push([kept, now]);
  }
  return { ...sorted, gone: [...goneByName.values()].flat() };
}

function cut(sample: Sample): Sample {
  const { id, name, option, before, now } = sample;
  return {
    ...sample,
    id: cutText(id),
    name: cutText(name),
    option: option === null ? null : cutText(option),
    before: cutText(before),
    now: cutText(now),
  };
}

/** Shortens a text to `SAMPLE_TEXT_MAX`. If the cut splits a surrogate pair, `storable` replaces the half that is left. */
function cutText(text: string): string {
  return storable(text.length <= SAMPLE_TEXT_MAX ? text : `${text.slice(0, SAMPLE_TEXT_MAX - 1)}…`);
}
