import { z } from '@hono/zod-openapi';
import type { ProductDetail, ProductRow } from '../../db/queries/catalog-products.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import { pictureAddress } from '../picture-address.ts';
import { time } from '../route-parts.ts';

/** Money in responses: text, so that no decimals are lost. */
export const money = z.string().openapi({ examples: ['30.00'] });

/** The prices of a product at one time. */
export const PRICES = {
  price: money.nullable().openapi({
    description:
      'The price that is paid: the special price if it is lower; the medical price if there is no other.',
  }),
  price_rec: money.nullable(),
  price_med: money.nullable(),
  price_rec_special: money.nullable(),
  price_med_special: money.nullable(),
  price_option: z.string().nullable().openapi({
    description:
      'The label of the option that has `price_rec`, or `price_med` if there is no `price_rec`. A special price may belong to another option.',
  }),
};

/** The availability of a product at one time. */
export const STOCK = {
  is_on_special: z.boolean(),
  is_in_stock: z.boolean(),
  quantity: z.number().int().nullable(),
  quantity_capped: z.boolean().openapi({ description: 'The quantity means “or more”.' }),
};

const POTENCY = z.number().nullable();

export const productSchema = z
  .object({
    id: z.number().int(),
    dispensary_id: z.number().int(),
    provider: z.string(),
    provider_product_id: z.string(),
    name: z.string(),
    brand_name: z.string().nullable(),
    category: z.string().nullable(),
    subcategory: z.string().nullable(),
    strain_type: z.string().nullable(),
    ...PRICES,
    ...STOCK,
    stock_status: z.enum(['in_stock', 'oos']),
    stock_as_of: time.nullable().openapi({
      description:
        'When a payload last reported the stock, if later payloads have the product but do not report it; null: the newest payload reported it.',
    }),
    thc_low: POTENCY,
    thc_high: POTENCY,
    thc_unit: z.string().nullable(),
    cbd_low: POTENCY,
    cbd_high: POTENCY,
    cbd_unit: z.string().nullable(),
    image_url: z.string().nullable().openapi({ description: 'The address of the picture at the platform.' }),
    local_image_path: z.string().nullable(),
    picture: z
      .string()
      .nullable()
      .openapi({ description: 'The address of the picture at this API, in full size.' }),
    first_seen_at: time,
    last_seen_at: time,
    updated_at: time,
  })
  .openapi('Product');

const options = z
  .array(z.unknown())
  .openapi({ description: 'All options (sizes), with their prices and quantities.' });

export const productDetailSchema = productSchema
  .extend({
    former_provider_product_ids: z.array(z.string()).openapi({
      description: 'The former ids of the product on the platform, the latest last.',
    }),
    name_raw: z.string(),
    brand_name_raw: z.string().nullable(),
    brand_id: z.string().nullable(),
    brand_description: z.string().nullable(),
    brand_image_url: z.string().nullable(),
    slug: z.string().nullable(),
    enterprise_product_id: z.string().nullable(),
    status: z.string().nullable(),
    medical_only: z.boolean(),
    rec_only: z.boolean(),
    options,
    specials: z.array(z.unknown()),
    cannabinoids: z.array(z.unknown()),
    image_urls: z.array(z.string()),
    consecutive_misses: z.number().int(),
    missing_since: time.nullable().openapi({
      description:
        'Since when payloads have lacked the product: the fetch time of the first such payload or, if not known, when the product was last seen; null: the newest payload has it.',
    }),
    last_payload_id: z.number().int().nullable(),
    normalizer_version: z.number().int(),
    platform_created_at: time.nullable(),
    platform_updated_at: time.nullable(),
  })
  .openapi('ProductDetail');

export const historySchema = z
  .object({ payload_id: z.number().int(), fetched_at: time, ...PRICES, ...STOCK, options })
  .openapi('ProductSnapshot');

/** Converts a row for responses. @param signingKey signs picture addresses */
export function toProduct(row: ProductRow, signingKey: string | undefined): z.input<typeof productSchema> {
  return { ...withIsoTimes(row), picture: pictureAddress(row.local_image_path, signingKey) };
}

/** Converts a row with all its details for responses. */
export function toProductDetail(
  row: ProductDetail,
  signingKey: string | undefined,
): z.input<typeof productDetailSchema> {
  return { ...withIsoTimes(row), picture: pictureAddress(row.local_image_path, signingKey) };
}
