import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCaptures } from '../../../sandbox/read-captures.ts';

const product = {
  _id: '64a0',
  id: '64a0',
  DispensaryID: 'k3ekt2e7rH5pspyQw',
  Name: 'Tangerine Relay',
  type: 'Edible',
  Options: ['100mg'],
  recPrices: [18],
  Status: 'Active',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'captures-'));
});
afterEach(() => rm(folder, { recursive: true }));

const keep = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

describe('captured menus', () => {
  it.each([
    ['a page of the menu', { data: { filteredProducts: { products: [product] } } }],
    ['personalized products', { data: { getPersonalizedProducts: { products: [product] } } }],
    ['a bare list', [product]],
  ])('are read from %s and served as they are', async (_, content) => {
    await keep('My_Store 2.json', content);
    const { stores } = await readCaptures(folder);
    expect(stores).toHaveLength(1);
    expect(stores[0]?.profileAt(4)).toMatchObject({ platformId: product.DispensaryID, slug: 'my-store-2' });
    expect(stores[0]?.menuAt(4)[0]?.record).toEqual(product);
    expect(stores[0]?.menuAt(4)[0]?.truth).toMatchObject({ id: '64a0', priceRec: 18, category: 'Edible' });
  });

  it('get an id from the file name when the products name several stores', async () => {
    await keep('mixed.json', [product, { ...product, _id: '64a1', DispensaryID: 'other' }]);
    const [first, again] = [await readCaptures(folder), await readCaptures(folder)];
    expect(first.stores[0]?.platformId).toMatch(/^[0-9a-f]{24}$/);
    expect(again.stores[0]?.platformId).toBe(first.stores[0]?.platformId);
  });

  it('pass over the answers of other operations with a note', async () => {
    await keep('menu.json', [product]);
    await keep('cards.json', { data: { getSpecialMenuCards: { menuCards: [] } } });
    await keep('cards-of-stores.json', [{ label: 'x', cards: [] }]);
    const { stores, notes } = await readCaptures(folder);
    expect(stores).toHaveLength(1);
    expect(notes).toEqual([
      expect.stringMatching(/cards-of-stores\.json.*a list of other things/),
      expect.stringMatching(/cards\.json.*getSpecialMenuCards/),
    ]);
  });

  it.each([
    ['text that is no JSON', '{"data":', 'does not parse'],
    ['an object without data', { products: [product] }, 'an object with the keys products'],
    ['a list that is products in part', [product, { label: 'x' }], 'item 1 is no product'],
    [
      'an operation without its list',
      { data: { filteredProducts: null, getPersonalizedProducts: { products: null } } },
      'without a list of products',
    ],
    ['errors only', { data: null, errors: [] }, 'data, errors'],
  ])('refuse %s, naming the file, what was found and what is accepted', async (_, content, found) => {
    await keep('good.json', [product]);
    await keep('wrong.json', content);
    const reading = readCaptures(folder);
    await expect(reading).rejects.toThrow(found);
    await expect(reading).rejects.toThrow(/wrong\.json.*Accepted are/s);
  });

  it('refuse a folder that is not there or holds no menu', async () => {
    await expect(readCaptures(join(folder, 'nowhere'))).rejects.toThrow('readable folder');
    await keep('only.json', { data: { cart: {} } });
    await expect(readCaptures(folder)).rejects.toThrow(/at least one captured menu.*only\.json/);
  });

  it('are a dispensary each, also when two files name the same one', async () => {
    await keep('a.json', [product]);
    await keep('b.json', [product]);
    const { stores } = await readCaptures(folder);
    expect(stores.map((store) => store.profileAt(0).slug)).toEqual(['a', 'b']);
    expect(new Set(stores.map((store) => store.platformId)).size).toBe(2);
  });
});
