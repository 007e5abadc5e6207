import { z } from 'zod';
import { storable } from '../../domain/storable-text.ts';

/** Ids are UUIDs or numbers; one beyond this fits no index, and would cost the whole menu. */
const ID_LENGTH_MAX = 200;

const text = z.string().transform(storable);
const optionalText = text.nullish().catch(null);
const optionalNumber = z.number().nullish().catch(null);

/** A list without its wrong entries. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item.nullable().catch(null))
    .nullish()
    .catch(null)
    .transform((entries) => (entries ?? []).filter((entry) => entry !== null));
}

/** JSON:API says text; a number is what such APIs really send now and then. */
export const resourceId = z
  .union([z.string().transform(storable), z.number().int().transform(String)])
  .refine((id) => id !== '', 'the id is empty')
  .refine((id) => id.length <= ID_LENGTH_MAX, `the id is longer than ${ID_LENGTH_MAX} characters`);

/** An amount in cents, with the currency where it is said. */
const money = z
  .object({ amount: z.number().nullish().catch(null), currency: optionalText })
  .nullish()
  .catch(null);

export type Money = z.output<typeof money>;

/** One size that can be bought; a product with one size says the same fields itself. */
const sizeFields = {
  size: optionalText,
  unit_price: money,
  discounted_price: money,
  available_quantity: optionalNumber,
};

const potency = z
  .object({ min: optionalNumber, max: optionalNumber, unit: optionalText })
  .nullish()
  .catch(null);

export type PotencyRange = z.output<typeof potency>;

const named = z.object({ name: optionalText }).nullish().catch(null);

/**
 * A product resource, as far as it is read. Only id and name are needed; a field of the wrong type counts as absent,
 * because one odd field must not cost the product.
 */
export const blazeProduct = z.object({
  id: resourceId,
  attributes: z.object({
    name: text.refine((name) => name.trim() !== '', 'the name is empty'),
    is_active: z.boolean().nullish().catch(null),
    brand: named,
    category: named,
    subcategory: named,
    classification: optionalText,
    ...sizeFields,
    variants: listOf(z.object(sizeFields)),
    promotions: listOf(z.object({ title: optionalText })),
    thc: potency,
    cbd: potency,
    images: listOf(z.object({ url: optionalText })),
  }),
});

export type BlazeProduct = z.output<typeof blazeProduct>;
export type BlazeSize = Pick<
  BlazeProduct['attributes'],
  'size' | 'unit_price' | 'discounted_price' | 'available_quantity'
>;
