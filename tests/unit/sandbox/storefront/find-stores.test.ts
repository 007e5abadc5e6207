import { describe, expect, it } from 'vitest';
import { findStores } from '../../../../sandbox/storefront/find-stores.ts';
import { menuPage } from '../../../../sandbox/storefront/menu-pages.ts';
import { FIRST_HASHES } from '../../../../sandbox/storefront/operations.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';

const world = generateWorld({ seed: 1, dispensaries: 12, products: 20 });
const siteAt = (pass: number) => ({ world, pass: () => pass, hashes: () => FIRST_HASHES });
const find = (dispensaryFilter: object, pass = 0) =>
  findStores(siteAt(pass), { dispensaryFilter }).filteredDispensaries;
const profile = (index: number, pass = 0) => world.stores[index]!.profileAt(pass);

describe('the store search', () => {
  it('finds one store by slug, by name and by id', () => {
    const { slug, cName, platformId } = profile(2);
    for (const cNameOrID of [slug, cName, platformId])
      expect(find({ cNameOrID })).toMatchObject([{ id: platformId, cName }]);
  });

  it('answers an unknown name with an empty list', () => {
    expect(find({ cNameOrID: 'no-such-store' })).toEqual([]);
  });

  it('forgets the old name of a store that moved, but not its id', () => {
    const { cName, platformId } = profile(1);
    expect(find({ cNameOrID: cName }, 1)).toEqual([]);
    expect(find({ cNameOrID: platformId }, 1)).toMatchObject([{ pastCNames: [cName, profile(1, 1).cName] }]);
  });

  it('searches a state by code or name, and a city', () => {
    const inArizona = find({ state: 'AZ' });
    expect(inArizona.length).toBeGreaterThan(2);
    expect(find({ state: 'arizona' })).toEqual(inArizona);
    expect(find({ state: 'AZ', city: 'Tucson' })).toHaveLength(1);
  });

  it('leaves closed stores out when only active ones are asked for', () => {
    expect(find({ activeOnly: true })).toHaveLength(find({}).length - 1);
  });

  it('searches around a point', () => {
    const names = find({ nearLat: 33.45, nearLng: -112.07, distance: 20, activeOnly: true }).map(
      (store) => (store['location'] as { city: string }).city,
    );
    expect([...new Set(names)].toSorted()).toEqual(['Phoenix', 'Tempe']);
  });
});

describe('the menu pages', () => {
  it('tell the store and the hashes under each kind of address', () => {
    const { slug, platformId } = profile(0);
    for (const kind of ['embedded-menu', 'dispensary', 'stores']) {
      const page = menuPage(siteAt(0), `/${kind}/${slug}/products/flower`);
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining(platformId) });
      expect(page?.body).toContain(FIRST_HASHES.FilteredProducts);
    }
  });

  it('send visitors of an old name to the new one', () => {
    const page = menuPage(siteAt(1), `/dispensary/${profile(1).slug}`);
    expect(page).toMatchObject({ status: 301, headers: { location: `/dispensary/${profile(1, 1).slug}` } });
  });

  it('say 404 for an unknown store and know nothing of other paths', () => {
    expect(menuPage(siteAt(0), '/stores/nobody%')).toMatchObject({ status: 404 });
    expect(menuPage(siteAt(0), '/robots.txt')).toBeNull();
  });

  it('include the embed script with the name of the store', () => {
    const { platformId, cName } = profile(0);
    expect(menuPage(siteAt(0), `/api/v2/embedded-menu/${platformId}.js`)?.body).toContain(cName);
  });
});
