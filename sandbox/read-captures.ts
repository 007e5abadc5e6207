import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeCapturedProduct } from './world/captured-truth.ts';
import { placeOf } from './world/places.ts';
import type { MenuRecord } from './world/menu-record.ts';
import { HEX, createRandom } from './world/random.ts';
import type { StoreProfile } from './world/store-profile.ts';
import type { MenuEntry, Store } from './world/world.ts';

/** Thrown when captured menus cannot be served; the message says which file and what was expected. */
export class UnusableCaptureError extends Error {}

export interface Captures {
  stores: Store[];
  /** One sentence for each skipped file. */
  notes: string[];
}

const ACCEPTED =
  'Accepted are a GraphQL body with data.filteredProducts.products or data.getPersonalizedProducts.products, or a bare list of products';

/** Reads the folder's captured menus: each `*.json` file is the menu of one dispensary. */
export async function readCaptures(folder: string): Promise<Captures> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new UnusableCaptureError(`Expected --captures to name a readable folder, got ${folder}.`, {
      cause,
    });
  });
  const captures: Captures = { stores: [], notes: [] };
  for (const name of names.filter((candidate) => candidate.endsWith('.json')).sort()) {
    const file = join(folder, name);
    const found = findProducts(file, await readJson(file));
    if ('instead' in found)
      captures.notes.push(`Skipped ${file}: it contains no menu, but ${found.instead}.`);
    else captures.stores.push(captureStore({ file, products: found.products, others: captures.stores }));
  }
  if (captures.stores.length === 0) {
    const passedOver = captures.notes.length > 0 ? ` ${captures.notes.join(' ')}` : '';
    throw new UnusableCaptureError(
      `Expected at least one captured menu (*.json) in ${folder}, found none. ${ACCEPTED}.${passedOver}`,
    );
  }
  return captures;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnusableCaptureError(
      `Expected JSON in ${file}, but it does not parse: ${reason}. ${ACCEPTED}.`,
      { cause },
    );
  }
}

/** The products of a file, or what the file contains instead: the folders also hold captures of other operations. */
type Found = { products: MenuRecord[] } | { instead: string };

function findProducts(file: string, content: unknown): Found {
  if (Array.isArray(content)) {
    return content.some(isProduct)
      ? { products: checkProducts(file, content) }
      : { instead: 'a list of other things' };
  }
  const data = isRecord(content) ? content['data'] : undefined;
  if (!isRecord(data)) throw unrecognized(file, describe(content));
  const holder = data['filteredProducts'] ?? data['getPersonalizedProducts'];
  if (holder === undefined)
    return { instead: `data with the keys ${Object.keys(data).join(', ') || '(none)'}` };
  if (isRecord(holder) && Array.isArray(holder['products']))
    return { products: checkProducts(file, holder['products']) };
  throw unrecognized(file, 'a menu operation without a list of products');
}

function checkProducts(file: string, list: unknown[]): MenuRecord[] {
  return list.map((item, index) => {
    if (!isProduct(item)) throw unrecognized(file, `a list whose item ${index} is no product with an _id`);
    return item;
  });
}

function isProduct(item: unknown): item is MenuRecord {
  return isRecord(item) && typeof (item['_id'] ?? item['id']) === 'string';
}

function unrecognized(file: string, found: string): UnusableCaptureError {
  return new UnusableCaptureError(`Expected a captured menu in ${file}, found ${found}. ${ACCEPTED}.`);
}

function describe(content: unknown): string {
  if (!isRecord(content)) return `a JSON ${content === null ? 'null' : typeof content}`;
  const keys = Object.keys(content).slice(0, 8);
  return keys.length === 0 ? 'an empty object' : `an object with the keys ${keys.join(', ')}`;
}

function isRecord(value: unknown): value is MenuRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function captureStore(capture: { file: string; products: MenuRecord[]; others: readonly Store[] }): Store {
  const title = basename(capture.file, '.json');
  const random = createRandom('captured', title);
  const ids = new Set(capture.products.map((product) => product['DispensaryID']));
  const [onlyId] = ids;
  const platformId =
    // Two captures of one store make two dispensaries, so the later one gets an id of its own.
    ids.size === 1 && typeof onlyId === 'string' && onlyId !== '' && !isTaken(capture.others, onlyId)
      ? onlyId
      : random.text(HEX, 24);
  const slug =
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || `captured-${capture.others.length}`;
  const profile: StoreProfile = {
    platformId,
    slug,
    cName: slug,
    pastCNames: [slug],
    name: `Captured ${title.replace(/[-_]+/g, ' ').trim()}`,
    street: `${random.whole(10, 9900)} Archive St`,
    phone: '555-0100',
    place: placeOf(capture.others.length),
    isOpen: true,
    isTestShop: false,
  };
  const menu = capture.products.map((product) => captureEntry(asOf(platformId, product)));
  return {
    platformId,
    isCaptured: true,
    profileAt: () => profile,
    menuAt: () => menu,
  };
}

/**
 * Returns the product as a product of this store. Products name the store that serves them; if the menu has a new id, the product must
 * name the new id.
 */
function asOf(platformId: string, product: MenuRecord): MenuRecord {
  const isOfAnother = typeof product['DispensaryID'] === 'string' && product['DispensaryID'] !== platformId;
  return isOfAnother ? { ...product, DispensaryID: platformId } : product;
}

function isTaken(others: readonly Store[], platformId: string): boolean {
  return others.some((other) => other.platformId === platformId);
}

function captureEntry(record: MenuRecord): MenuEntry {
  const text = (key: string) => (typeof record[key] === 'string' ? record[key] : null);
  return {
    id: text('_id') ?? text('id') ?? '',
    cName: text('cName'),
    category: text('type') ?? 'N/A',
    name: text('Name') ?? '',
    isActive: record['Status'] === undefined || record['Status'] === null || record['Status'] === 'Active',
    isServedVerbatim: true,
    record,
    detail: record,
    truth: makeCapturedProduct(record),
  };
}
