import { describe, expect, test } from 'vitest';
import { DOCUMENTED_FIELDS } from '../../../../platforms/dutchie/documented-fields.ts';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { parseMenuPage } from '../../../../platforms/dutchie/parse-menu.ts';
import { parseStores } from '../../../../platforms/dutchie/parse-stores.ts';
import {
  PRODUCT_FIELDS,
  selectionOf,
  STORE_FIELDS,
  type QueryFields,
} from '../../../../platforms/dutchie/query-fields.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';
import { createRandom } from '../../../../sandbox/world/random.ts';
import { storeRecordOf } from '../../../../sandbox/world/store-profile.ts';
import { HOLDS_OBJECTS, inventProduct, plain } from './invent-product.ts';
import { recordReads } from './record-reads.ts';

const world = generateWorld({ seed: 5, dispensaries: 2, products: 150 });

/** Returns the path of every field that the query selects, and whether the query selects subfields of it. */
function pathsOf(fields: QueryFields, parent = ''): [path: string, hasFields: boolean][] {
  return Object.entries(fields).flatMap(([field, inner]) => {
    const path = `${parent}${field}`;
    return inner === true ? [[path, false] as const] : [[path, true] as const, ...pathsOf(inner, `${path}.`)];
  }) as [string, boolean][];
}

/** Returns the fields of these products that the parsers read. */
function readsOf(products: readonly object[]): Set<string> {
  const reads = new Set<string>();
  const recorded = products.map((product) => recordReads(product, reads));
  parseMenuPage({ data: { filteredProducts: { products: recorded } } });
  const normalize = normalizerOf(recorded);
  for (const product of recorded) normalize(product);
  return reads;
}

const invented = Array.from({ length: 3_000 }, (_, place) => inventProduct(createRandom('invented', place)));
const generated = world.stores.flatMap((store) => store.menuAt(0).map(({ record }) => record));
const reads = readsOf([...invented, ...generated]);
const requested = new Map(pathsOf(PRODUCT_FIELDS));

describe('the query for a menu', () => {
  test('asks for every field on record that the parsers read', () => {
    const onRecord = new Set(DOCUMENTED_FIELDS.map(({ path }) => plain(path)));
    expect([...reads].filter((path) => onRecord.has(path) && !requested.has(path))).toEqual([]);
  });

  test('asks for nothing that no parser reads', () => {
    expect([...requested.keys()].filter((path) => !reads.has(path))).toEqual([]);
  });

  test('asks for fields of objects, of which there must be some, and of nothing else', () => {
    const wrong = [...requested].filter(
      ([path, hasFields]) => HOLDS_OBJECTS.has(path) && HOLDS_OBJECTS.get(path) !== hasFields,
    );
    expect(wrong).toEqual([]);
  });

  test('writes a selection of its own in braces behind its field', () => {
    expect(selectionOf({ id: true, brand: { name: true, logo: { url: true } } })).toBe(
      'id brand { name logo { url } }',
    );
  });
});

test('the query for stores asks for what the parser reads, and nothing else', () => {
  const storeReads = new Set<string>();
  const filteredDispensaries = world.stores.map((store) =>
    recordReads(storeRecordOf(store.profileAt(0), 'https://menus.test'), storeReads),
  );
  parseStores({ data: { filteredDispensaries } }, 'https://menus.test');
  expect([...storeReads].toSorted()).toEqual(
    pathsOf(STORE_FIELDS)
      .map(([path]) => path)
      .toSorted(),
  );
});
