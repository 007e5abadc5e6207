import type { ProductState } from '../product-state.ts';
import { HEX } from '../random.ts';
import type { Random } from '../random.ts';
import { uuidFrom } from '../rest-product.ts';
import { tillSpelling } from '../words.ts';
import type { EventKind, EventMoment } from './event-kind.ts';

/** Spellings of the same sizes in another till. The other till adds `ea` to all other sizes. */
const OTHER_SPELLING: Readonly<Record<string, string>> = {
  '1/8oz': '3.5g',
  '1/4oz': '7g',
  '1/2oz': '14g',
  '1oz': '28g',
  '3.5g': '1/8oz',
  '7g': '1/4oz',
  '14g': '1/2oz',
  '28.3g': '1oz',
  '.5g': '0.5g',
  '0.5g': '.5g',
  '.3g': '0.3g',
  '1gC': '1g',
  '2gC': '2g',
  '3.5gC': '3.5g',
  'N/A': 'Each',
};

/** Events that come with another till or menu: they change labels and ids, nothing that a customer would notice. */
export const TILL_EVENTS: readonly EventKind[] = [
  {
    name: 'options-renamed',
    about: 'Another till spells every option in another way: 3.5g for 1/8oz, 1/8oz for 3.5g, 1g ea for 1g.',
    frequency: 'rare',
    ends: false,
    changeMenu: (menu) => menu.map(renameOptions),
  },
  {
    name: 'new-product-ids',
    about: 'Another till gives every product a new id; names and all else stay.',
    frequency: 'rare',
    ends: false,
    changeMenu: (menu, moment) => menu.map((state) => renumber(state, moment)),
  },
  {
    name: 'new-menu-id',
    about:
      'The store moves to another menu: it and its products have new ids, and its old id finds no store.',
    frequency: 'rare',
    ends: false,
    changeProfile: (profile, moment) => ({
      ...profile,
      platformId: newMenuId(profile.platformId, moment),
    }),
    changeMenu: (menu, moment) =>
      menu.map((state) => {
        const renumbered = renumber(state, moment);
        const storeId = newMenuId(state.plan.storeId, moment);
        return { ...renumbered, plan: { ...renumbered.plan, storeId } };
      }),
  },
];

function renameOptions(state: ProductState): ProductState {
  const options = state.options.map((option) => {
    const name = OTHER_SPELLING[option.option] ?? `${option.option} ea`;
    return { ...option, option: name, tillSpelling: tillSpelling(name) };
  });
  return { ...state, options };
}

function renumber(state: ProductState, moment: EventMoment): ProductState {
  const id = moment.random('product id', state.plan.id).text(HEX, 24);
  return { ...state, plan: { ...state.plan, id } };
}

// Makes a new id. Each platform has its own format of ids.
function newMenuId(oldId: string, moment: EventMoment): string {
  const random: Random = moment.random('menu id', oldId);
  return oldId.includes('-') ? uuidFrom(random) : random.text(HEX, 24);
}
