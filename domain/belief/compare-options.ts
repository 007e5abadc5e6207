import { PRICE_KINDS, type MenuDifference, type PriceKind, type PriceShift } from './menu-difference.ts';
import type { ComparedOption, ComparedProduct, EarlierProduct } from './known-menu.ts';

/**
 * Ids of the products that had no list price, or no options, in some earlier payload. If such a product lacks them again, that is
 * not a change: a store lists a few such products, and the last menu, which had them, may have been wrong.
 */
export interface KnownWithout {
  noPrice: ReadonlySet<string>;
  noOptions: ReadonlySet<string>;
}

/** Finds the products without list prices, and those without options, in earlier payloads. */
export function findWithout(earlier: readonly EarlierProduct[]): KnownWithout {
  const idsOf = (lacks: (product: EarlierProduct) => boolean) =>
    new Set(earlier.filter(lacks).map(({ providerProductId }) => providerProductId));
  return {
    noPrice: idsOf(({ options }) => !options.some(hasListPrice)),
    noOptions: idsOf(({ options }) => options.length === 0),
  };
}

interface OptionsPair {
  before: ComparedProduct;
  now: ComparedProduct;
  had: KnownWithout;
}

/** Compares the options of a product and their prices, and adds the result to `difference`. */
export function compareOptions(difference: MenuDifference, { before, now, had }: OptionsPair): void {
  const id = now.providerProductId;
  const hadPrice = before.options.some(hasListPrice);
  if (hadPrice) {
    difference.priced += 1;
    if (!now.options.some(hasListPrice) && !had.noPrice.has(id)) difference.unpriced += 1;
  }
  if (before.options.length === 0) return;
  difference.sized += 1;
  if (now.options.length === 0 && !had.noOptions.has(id)) difference.unsized += 1;
  const pairs = pairOptions(before.options, now.options);
  if (pairs.length === 0) difference.resized += 1;
  else if (pairs.length < before.options.length) difference.sizesLost += 1;
  if (pairs.length > 0 && pairs.length < now.options.length) difference.sizesGained += 1;
  for (const kind of PRICE_KINDS) comparePrices(difference.prices[kind], kind, pairs);
  if (pairs.some(isListAtSpecial)) difference.listAtSpecial += 1;
  if (pairs.some(isOfOtherLicence)) difference.licencesAlike += 1;
}

type OptionPair = readonly [before: ComparedOption, now: ComparedOption];

/** Pairs options with the same label; repeated labels are paired in order. */
export function pairOptions(
  before: readonly ComparedOption[],
  now: readonly ComparedOption[],
): readonly OptionPair[] {
  const left = [...now];
  const pairs: OptionPair[] = [];
  for (const option of before) {
    const place = left.findIndex((candidate) => candidate.option === option.option);
    const [same] = place === -1 ? [] : left.splice(place, 1);
    if (same !== undefined) pairs.push([option, same]);
  }
  return pairs;
}

/** A price that was multiplied or divided by at least this counts as `doubled`, which prices seldom are. */
const DOUBLE = 2;

/** Adds a product's price changes of one kind to `shift`. How far the product moved is decided by the option that moved most. */
function comparePrices(shift: PriceShift, kind: PriceKind, pairs: readonly OptionPair[]): void {
  let [isCompared, had, has] = [false, false, false];
  let ratio = 1;
  for (const [before, now] of pairs) {
    const [old, current] = [before[kind], now[kind]];
    had ||= old !== null;
    has ||= current !== null;
    if (old === null || current === null) continue;
    isCompared = true;
    const moved = Number(current) / Number(old);
    if (Math.abs(Math.log(moved)) > Math.abs(Math.log(ratio))) ratio = moved;
  }
  if (had) shift.had += 1;
  if (had && !has) shift.lost += 1;
  if (has && !had) shift.gained += 1;
  if (!isCompared) return;
  shift.compared += 1;
  if (ratio === 1) return;
  shift.changed += 1;
  if (ratio > 1) shift.up += 1;
  if (ratio >= DOUBLE || ratio <= 1 / DOUBLE) shift.doubled += 1;
}

function isListAtSpecial([before, now]: OptionPair): boolean {
  const isAt = (list: 'rec' | 'med', special: 'specialRec' | 'specialMed') =>
    before[special] !== null && before[special] !== before[list] && now[list] === before[special];
  return isAt('rec', 'specialRec') || isAt('med', 'specialMed');
}

function isOfOtherLicence([before, now]: OptionPair): boolean {
  return (
    before.rec !== null &&
    before.med !== null &&
    before.rec !== before.med &&
    now.rec !== null &&
    now.rec === now.med
  );
}

function hasListPrice({ rec, med }: ComparedOption): boolean {
  return rec !== null || med !== null;
}
