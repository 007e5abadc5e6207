import type { MenuEntry } from '../world/world.ts';
import { aboutHalf, borrowed, changed, dropped, together } from './edit-products.ts';
import type { LieFamily, MenuLie } from './lie-kind.ts';
import { isRecord } from '../storefront/graphql-request.ts';
import type { ProductField } from './product-fields.ts';

/** Names the store whose menu lies as the owner of each product. */
const ownedByThisStore = changed('owner', (owner, { storeId }) =>
  isRecord(owner) ? { store: { data: { type: 'stores', id: storeId } } } : storeId,
);

const otherStore: MenuLie = (_, context) => context.neighbour();
/** Shows the menu of another store, but names this store as the owner of its products. */
export const otherStoreRelabelled = together(otherStore, ownedByThisStore);

/** Lies that show the menu of another store of the platform, or parts of it. */
export const OTHER_STORES: LieFamily = {
  family: 'another store',
  kinds: [
    {
      name: 'other-store',
      about: 'The menu of another store, which its products name as their owner',
      harms: ['stock', 'prices', 'identity'],
      menu: otherStore,
    },
    {
      name: 'other-store-without-owner',
      about: 'The menu of another store, whose products name no owner',
      harms: ['stock', 'prices', 'identity'],
      menu: together(otherStore, dropped('owner')),
    },
    {
      name: 'other-store-relabelled',
      about: 'The menu of another store, whose products name this store as their owner',
      harms: ['stock', 'prices', 'identity'],
      menu: otherStoreRelabelled,
    },
    {
      name: 'other-store-half',
      about: 'Half of the menu is that of another store, with this store as owner',
      harms: ['stock', 'prices', 'identity'],
      menu: aboutHalf(otherStoreRelabelled),
    },
    {
      name: 'other-store-added',
      about: 'The products of another store beside those of this one, with this store as owner',
      harms: ['stock', 'identity'],
      menu: (touched, context) => [...touched, ...otherStoreRelabelled(touched, context)],
    },
    {
      name: 'other-store-with-own-ids',
      about: 'The menu of another store, with this store as owner and the ids of this store’s products',
      harms: ['stock', 'prices', 'identity'],
      menu: (touched, context) => {
        const withOwnIds = borrowed('id', (others) => pairedByPlace(others, touched));
        return withOwnIds(otherStoreRelabelled(touched, context).slice(0, touched.length), context);
      },
    },
    {
      name: 'prices-of-other-store',
      about: 'Products have the prices of products of another store',
      harms: ['prices'],
      menu: fromNeighbour('listPrice'),
    },
    {
      name: 'quantities-of-other-store',
      about: 'Products have the quantities of products of another store',
      harms: ['stock'],
      menu: fromNeighbour('quantity'),
    },
    {
      name: 'names-of-other-store',
      about: 'Products have the names of products of another store',
      harms: ['identity'],
      menu: fromNeighbour('name'),
    },
  ],
};

function fromNeighbour(field: ProductField): MenuLie {
  return borrowed(field, (touched, { neighbour }) => pairedByPlace(touched, neighbour()));
}

/** Pairs products by position. If this menu is longer, the other one is repeated from its first product. */
function pairedByPlace(menu: readonly MenuEntry[], other: readonly MenuEntry[]) {
  const pairs = new Map(menu.map((entry, at) => [entry.id, other[at % other.length]]));
  return ({ id }: MenuEntry) => pairs.get(id);
}
