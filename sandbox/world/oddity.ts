/**
 * The oddities of real menus. Each store gives them to its products in turn, one per product, so that a world of a few dozen products
 * has nearly all of them.
 */
export const ODDITIES = [
  'inventory-unknown',
  'inventory-of-other-kind',
  'children-reordered',
  'children-fewer',
  'child-missing-but-counted-by-hand',
  'available-null-quantity-given',
  'quantities-null',
  'option-not-applicable',
  'option-old-concentrate',
  'option-leading-point',
  'raw-options-disagree',
  'raw-options-null',
  'special-recreational-only',
  'special-medical-only',
  'special-for-some-options',
  'special-above-base-price',
  'bogo-only',
  'sale-and-bogo',
  'special-data-empty-lists',
  'brand-null',
  'brand-empty',
  'brand-trailing-space',
  'brand-double-space',
  'name-with-inch-mark',
  'name-with-double-space',
  'name-with-emoji',
  'name-with-till-code',
  'potency-null',
  'potency-range-null',
  'potency-two-numbers',
  'potency-reversed',
  'potency-milligrams-called-percent',
  'weight-nonsense',
  'price-zero',
  'price-one-cent',
  'prices-fractional',
  'recreational-prices-absent',
  'image-empty',
  'image-stock',
  'image-missing',
  'image-inactive-entry',
  'status-inactive',
  'strain-not-applicable',
  'subcategory-empty',
  'quantity-at-cap',
  'category-not-applicable',
] as const;

export type Oddity = (typeof ODDITIES)[number];

/** Oddities that only a product with several options can have. */
export const NEEDS_SEVERAL_OPTIONS: ReadonlySet<Oddity> = new Set<Oddity>([
  'children-reordered',
  'children-fewer',
  'child-missing-but-counted-by-hand',
  'special-for-some-options',
]);

/** Oddities that only a product whose stock the till reports can have. */
export const NEEDS_TILL: ReadonlySet<Oddity> = new Set<Oddity>([
  'children-reordered',
  'children-fewer',
  'child-missing-but-counted-by-hand',
  'available-null-quantity-given',
  'quantities-null',
  'quantity-at-cap',
]);

/**
 * The roles of the first products of a world's first store, so that the step from pass 0 to pass 1 shows every kind of change
 * even in a small world.
 */
export const ROLES = [
  'price-moves',
  'special-starts',
  'special-stops',
  'bogo-starts',
  'quantity-moves',
  'sells-out',
  'restocks',
  'leaves-for-one-pass',
  'leaves-for-two-passes',
  'leaves-for-four-passes',
  'leaves-for-good',
  'arrives',
] as const;

export type Role = (typeof ROLES)[number];
