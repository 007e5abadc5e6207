import type { Drift } from '../../../domain/drift.ts';
import type { CanonicalOption, CanonicalProduct } from '../../../domain/product.ts';
import type { NormalizedMenu } from '../../../platforms/normalize-menu.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

/** Describes a normalized menu: each product with its options and offers, then what was left out and why. */
export function describeMenu({ products, skipped, flaws }: NormalizedMenu, drift: Drift[]): string {
  const lines = products.flatMap((product) => [...describeProduct(product), '']);
  const left = flaws.option + flaws.value;
  const rest = [
    `${products.length} products; ${skipped.length} skipped; ${flaws.option} options and ${flaws.value} values left out; ` +
      `${drift.length} differences from the fields on record`,
    ...skipped.map(({ id, reason }) => `  skipped ${id ?? 'a product without an id'}: ${reason}`),
    ...flaws.samples.map(({ id, cost, place, reason }) => `  ${cost} left out of ${id}: ${place}: ${reason}`),
    ...(left > flaws.samples.length ? [`  and ${left - flaws.samples.length} more`] : []),
    ...drift.map(describeDrift),
  ];
  return `${[...lines, ...rest].map(withoutControls).join('\n')}\n`;
}

function describeProduct(product: CanonicalProduct): string[] {
  const kinds = [product.brandName, product.category, product.subcategory, product.strainType];
  const facts = [
    kinds.filter((kind) => kind !== null).join(' · ') || 'nothing else is known',
    product.inStock ? 'in stock' : 'out of stock',
    ...describePrice(product),
  ];
  return [
    `${product.name} (${product.providerProductId})`,
    `  ${facts.join('; ')}`,
    ...product.options.map((option) => `  ${describeOption(option)}`),
    ...product.specials.map(({ type, name, meaning }) => `  ${type} ${name ?? 'without a name'}: ${meaning}`),
  ];
}

/** Formats the list price of a product, with the size that the price is for; empty if one of them is unknown. */
function describePrice({ priceRec, priceMed, priceOption }: CanonicalProduct): string[] {
  const price = priceRec ?? priceMed;
  return price === null || priceOption === null ? [] : [`${price} for ${priceOption}`];
}

function describeOption(option: CanonicalOption): string {
  const { size } = option;
  const label =
    size === null || `${size.amount}${size.unit}` === option.option
      ? option.option
      : `${option.option} (${size.amount} ${size.unit})`;
  const prices = [
    ['recreational', option.rec, option.specialRec],
    ['medical', option.med, option.specialMed],
  ].flatMap(([menu, list, special]) => {
    if (list === null && special === null) return [];
    return [`${menu} ${list ?? '-'}${special === null ? '' : `, on special ${special}`}`];
  });
  return `${label}: ${[...prices, describeQuantity(option)].join('; ')}`;
}

function describeQuantity({ quantity, quantityCapped, belowThreshold }: CanonicalOption): string {
  const number = quantity === null ? 'quantity not told' : `${quantity}${quantityCapped ? ' or more' : ''}`;
  return belowThreshold ? `${number}, too few to order online` : number;
}

function describeDrift({ kind, path, known, found, example }: Drift): string {
  const types = kind === 'type changed' ? ` from ${known.join(', ')} to ${found.join(', ')}` : '';
  return `  ${kind}: ${path}${types}${example === null ? '' : `, such as ${example}`}`;
}
