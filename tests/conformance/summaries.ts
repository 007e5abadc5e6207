import type { CanonicalProduct } from '../../domain/product.ts';
import type { ProductTruth } from '../../sandbox/world/product-truth.ts';

const money = (dollars: number | null): string | null => (dollars === null ? null : dollars.toFixed(2));

/** Summarizes a product of the truth, with money as text. */
export function summaryOfTruth(truth: ProductTruth) {
  const { imageOk: _, options, ...rest } = truth;
  return {
    ...rest,
    priceRec: money(truth.priceRec),
    priceMed: money(truth.priceMed),
    specialRec: money(truth.specialRec),
    specialMed: money(truth.specialMed),
    options: options.map((option) => ({
      ...option,
      rec: money(option.rec),
      med: money(option.med),
      specialRec: money(option.specialRec),
      specialMed: money(option.specialMed),
    })),
  };
}

/** Summarizes a normalized product in the same form. */
export function summaryOfProduct(product: CanonicalProduct): ReturnType<typeof summaryOfTruth> {
  return {
    id: product.providerProductId,
    name: product.name,
    brand: product.brandName,
    brandImageUrl: product.brandImageUrl,
    enterpriseProductId: product.enterpriseProductId,
    category: product.category ?? '',
    subcategory: product.subcategory,
    strainType: product.strainType,
    priceRec: product.priceRec,
    priceMed: product.priceMed,
    specialRec: product.specialRec,
    specialMed: product.specialMed,
    priceOption: product.priceOption,
    onSpecial: product.onSpecial,
    inStock: product.inStock,
    options: product.options.map(
      ({ option, rec, med, specialRec, specialMed, quantity, quantityCapped }) => ({
        option,
        rec,
        med,
        specialRec,
        specialMed,
        quantity,
        quantityCapped,
      }),
    ),
    imageUrl: product.imageUrl,
  };
}
