import { HEX } from '../world/random.ts';
import type { MenuEntry } from '../world/world.ts';
import { changed, changedText, eachRecord, handedOn } from './edit-products.ts';
import { DUTCHIE_ONLY } from './lie-kind.ts';
import type { LieFamily, MenuLie } from './lie-kind.ts';
import { byId } from './menu-order.ts';

/** Gives each product a new id, which is the same in every pass. */
export const renewedIds: MenuLie = changed('id', (_, { random }, entry) => random(entry.id).text(HEX, 24));
const handedInOrder = handedOn('id', (among) => among);

/** Lies that list products under other ids. */
export const IDENTITIES: LieFamily = {
  family: 'ids',
  kinds: [
    {
      name: 'ids-in-capitals',
      about: 'Ids in capitals',
      harms: ['identity'],
      menu: changedText('id', (id) => id.toUpperCase()),
    },
    {
      name: 'ids-with-prefix',
      about: 'Ids with a prefix: `p_…`',
      harms: ['identity'],
      menu: changedText('id', (id) => `p_${id}`),
    },
    {
      name: 'ids-with-blank',
      about: 'Ids end with a space',
      harms: ['identity'],
      menu: changedText('id', (id) => `${id} `),
    },
    {
      name: 'ids-cut',
      about: 'Ids without their last two characters',
      harms: ['identity'],
      menu: changedText('id', (id) => id.slice(0, -2)),
    },
    {
      name: 'ids-renewed',
      about: 'New ids that stay the same in later passes',
      harms: ['identity'],
      menu: renewedIds,
    },
    {
      name: 'ids-renewed-each-pass',
      about: 'New ids that change in each pass',
      harms: ['identity'],
      menu: changed('id', (_, { random, pass }, entry) => random(entry.id, pass).text(HEX, 24)),
    },
    {
      name: 'ids-exchanged',
      about: 'Products exchange their ids, two by two in the order of their ids',
      harms: ['identity'],
      menu: (touched, context) => pairsOf(touched).flatMap((pair) => handedInOrder(pair, context)),
    },
    {
      name: 'ids-disagree',
      about: '`_id` is renewed, `id` is not',
      harms: ['identity'],
      platforms: DUTCHIE_ONLY,
      menu: eachRecord((record, { random }, entry) => ({ ...record, _id: random(entry.id).text(HEX, 24) })),
    },
    {
      name: 'every-product-twice',
      about: 'Each product comes a second time under a new id',
      harms: ['identity', 'stock'],
      menu: (touched, context) => [...touched, ...renewedIds(touched, context)],
    },
  ],
};

function pairsOf(menu: readonly MenuEntry[]): MenuEntry[][] {
  const ordered = byId(menu);
  return Array.from({ length: Math.ceil(ordered.length / 2) }, (_, at) => ordered.slice(at * 2, at * 2 + 2));
}
