import { IMAGE_BASE } from '../image-base.ts';
import { isMissingImage } from '../plan-product.ts';
import type { ProductPlan } from '../plan-product.ts';
import { tidyText } from '../product-truth.ts';
import { HEX } from '../random.ts';
import type { EventKind, EventMoment } from './event-kind.ts';

const NEW_BRANDS = ['Alder & Kin', 'Copperline', 'House of Quill', 'NORTHBANK', 'Thistledown Farms'] as const;

const NEW_CATEGORIES: Readonly<Record<string, string>> = {
  Flower: 'Flowers',
  'Pre-Rolls': 'Pre-Roll',
  Vaporizers: 'Vapes',
  Concentrate: 'Extracts',
  Edible: 'Edibles',
  Tincture: 'Tinctures',
  Topicals: 'Topical',
  Oral: 'Capsules',
  Accessories: 'Gear',
  CBD: 'Hemp',
  'N/A': 'Other',
};

/** Changes of names and pictures on the menu. */
export const NAME_EVENTS: readonly EventKind[] = [
  {
    name: 'brand-renamed',
    about: 'A brand of the store has a new name.',
    frequency: 'ordinary',
    ends: false,
    changeMenu: (menu, moment) => {
      const old = pickFrom(moment, ({ brand }) => tidyText(brand?.name ?? null));
      if (old === null) return [...menu];
      const name = moment.random('new brand').pick(NEW_BRANDS);
      return menu.map((state) => {
        const { brand } = state.plan;
        return brand && tidyText(brand.name) === old
          ? { ...state, plan: { ...state.plan, brand: { ...brand, name } } }
          : state;
      });
    },
  },
  {
    name: 'category-renamed',
    about: 'A category of the store has a new name.',
    frequency: 'rare',
    ends: false,
    changeMenu: (menu, moment) => {
      const old = pickFrom(moment, ({ category }) => category);
      const category = old === null ? undefined : NEW_CATEGORIES[old];
      if (category === undefined) return [...menu];
      return menu.map((state) =>
        state.plan.category === old ? { ...state, plan: { ...state.plan, category } } : state,
      );
    },
  },
  {
    name: 'new-photos',
    about: 'Every product that has a photo gets another one.',
    frequency: 'ordinary',
    ends: false,
    changeMenu: (menu, moment) =>
      menu.map((state) => {
        if (state.plan.image === '') return state;
        const image = `${IMAGE_BASE}/${moment.random('photo', state.plan.id).text(HEX, 32)}`;
        return { ...state, plan: { ...state.plan, image, imageAnswers: !isMissingImage(image) } };
      }),
  },
];

// Picks a name; names of many products are more likely. Picks from the plans, because the choice must be the same in every pass.
function pickFrom(moment: EventMoment, readName: (plan: ProductPlan) => string | null): string | null {
  const names = moment
    .plans()
    .map(readName)
    .filter((name) => name !== null);
  return names.length === 0 ? null : moment.random('old name').pick(names);
}
