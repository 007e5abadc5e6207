import { z } from 'zod';
import { storable } from '../../domain/storable-text.ts';

/** Ids are 24 characters; one beyond this fits no index, and would cost the whole menu. */
const ID_LENGTH_MAX = 200;

const text = z.string().transform(storable);
const optionalText = text.nullish().catch(null);

/** A list whose wrong entries become null, so that places still match the list of options. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item.nullable().catch(null)).nullish().catch(null);
}

/** Prices are numbers, or text that is one; anything else is no price. */
const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .refine(Number.isFinite);

const potency = z
  .object({ unit: optionalText, range: listOf(z.number()) })
  .nullish()
  .catch(null);

const child = z.object({
  option: optionalText,
  quantity: z.number().nullish().catch(null),
  quantityAvailable: z.number().nullish().catch(null),
});

/**
 * A product of FilteredProducts, as far as it is read. Only id and name are needed; a field of the wrong type counts
 * as absent, because one odd field must not cost the product.
 */
export const dutchieProduct = z
  .object({
    id: optionalText,
    _id: optionalText,
    Name: text.refine((name) => name.trim() !== '', 'the name is empty'),
    Status: optionalText,
    type: optionalText,
    subcategory: optionalText,
    strainType: optionalText,
    brand: z.object({ name: optionalText }).nullish().catch(null),
    brandName: optionalText,
    Options: listOf(text),
    Prices: listOf(amount),
    recPrices: listOf(amount),
    medicalPrices: listOf(amount),
    recSpecialPrices: listOf(amount),
    medicalSpecialPrices: listOf(amount),
    specialData: z
      .object({
        saleSpecials: z.array(z.unknown()).nullish().catch(null),
        bogoSpecials: z.array(z.unknown()).nullish().catch(null),
      })
      .nullish()
      .catch(null),
    POSMetaData: z
      .object({ children: listOf(child) })
      .nullish()
      .catch(null),
    manualInventory: listOf(z.object({ option: optionalText, inventory: z.number().nullish().catch(null) })),
    THCContent: potency,
    CBDContent: potency,
    Image: optionalText,
    images: listOf(z.object({ url: optionalText, active: z.boolean().nullish().catch(null) })),
  })
  .refine((product) => idOf(product) !== null, 'there is no id')
  .refine(
    (product) => (idOf(product)?.length ?? 0) <= ID_LENGTH_MAX,
    `the id is longer than ${ID_LENGTH_MAX} characters`,
  );

/** The platform writes the same id twice; either will do. */
export function idOf({
  id,
  _id,
}: {
  id?: string | null | undefined;
  _id?: string | null | undefined;
}): string | null {
  return id || _id || null;
}

export type DutchieProduct = z.output<typeof dutchieProduct>;
