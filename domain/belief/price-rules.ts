import type { PriceKind } from './menu-difference.ts';
import { ofKept, type Rule } from './rule.ts';

/** Returns the rules for one kind of price. Special prices have higher shares, because they come and go; list prices do not. */
export const priceRules = (kind: PriceKind): Rule[] => {
  const price = PRICE_WORDS[kind];
  const isSpecial = kind.startsWith('special');
  return [
    {
      name: `${kind}-changed`,
      fault: 'repriced',
      share: isSpecial ? 0.07 : 0.14,
      counts: ({ difference: { kept, prices } }) => ({
        count: prices[kind].changed,
        of: kept,
        up: prices[kind].up,
      }),
      shows: [kind],
      description: `products have another ${price} than before`,
    },
    {
      name: `${kind}-doubled`,
      fault: 'repriced',
      share: isSpecial ? 0.015 : 0.01,
      counts: ofKept(({ prices }) => prices[kind].doubled),
      shows: [kind],
      description: `products have at least twice, or at most half, of their former ${price}`,
    },
    {
      name: `${kind}-lost`,
      fault: 'repriced',
      share: isSpecial ? 0.14 : 0.02,
      counts: ofKept(({ prices }) => prices[kind].lost),
      shows: [kind],
      description: `products have no ${price} any longer`,
    },
    {
      name: `${kind}-all-lost`,
      fault: 'repriced',
      share: 0.5,
      counts: ({ difference: { prices } }) => ({ count: prices[kind].lost, of: prices[kind].had }),
      shows: [kind],
      description: `products that had a ${price} do not have one any longer`,
    },
    {
      name: `${kind}-gained`,
      fault: 'repriced',
      share: isSpecial ? 0.14 : 0.02,
      counts: ofKept(({ prices }) => prices[kind].gained),
      shows: [kind],
      description: `products have a ${price} and had none`,
    },
  ];
};

const PRICE_WORDS: Record<PriceKind, string> = {
  rec: 'recreational price',
  med: 'medical price',
  specialRec: 'recreational special price',
  specialMed: 'medical special price',
};
