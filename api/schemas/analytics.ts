import { z } from '@hono/zod-openapi';
import type { AnalyticsName } from '../../db/queries/analytics-pages.ts';
import { idParameter, time } from '../route-parts.ts';
import { textParameter } from '../parameters.ts';
import { money } from './products.ts';
import { stateCode } from './state-code.ts';

const id = z.number().int();
const count = z.number().int();
const named = z.string().openapi({ description: 'Empty: no brand, state or category.' });
const day = z.iso
  .date()
  .refine((given) => given >= '0001', 'a day of the years 1 to 9999')
  .openapi({ examples: ['2026-03-31'] });

/** The fields of each view's rows. */
export const ANALYTICS_SCHEMAS: Record<AnalyticsName, z.ZodObject> = {
  'dispensary-overview': z
    .object({
      dispensary_id: id,
      name: z.string(),
      state: z.string().nullable(),
      products: count,
      products_in_stock: count,
      products_on_special: count,
      price_rec_avg: money.nullable(),
      last_crawl_at: time.nullable(),
    })
    .openapi('DispensaryOverview'),
  'brand-presence': z
    .object({
      brand_name: named,
      state: named,
      category: named,
      dispensaries: count,
      products: count,
      price_rec_avg: money.nullable(),
      price_rec_low: money.nullable(),
    })
    .openapi('BrandPresence'),
  'current-prices': z
    .object({
      brand_name: named,
      category: named,
      state: named,
      products: count,
      dispensaries: count,
      products_on_special: count,
      price_low: money,
      price_median: money,
      price_high: money,
    })
    .openapi('CurrentPrices'),
  'price-history': z
    .object({
      store_product_id: id,
      day,
      dispensary_id: id,
      price_low: money.nullable(),
      price_high: money.nullable(),
      price_last: money.nullable(),
      was_on_special: z.boolean(),
      was_in_stock: z.boolean(),
    })
    .openapi('PriceHistory'),
  availability: z
    .object({
      dispensary_id: id,
      brand_name: named,
      state: named,
      products: count,
      in_stock: count,
      out_of_stock: count,
      out_of_stock_rate: z.string().openapi({ examples: ['0.1250'] }),
    })
    .openapi('Availability'),
  'assortment-changes': z
    .object({ dispensary_id: id, day, new_products: count, gone_products: count })
    .openapi('AssortmentChanges'),
};

/** The parameter of each dimension. An empty text selects rows without a brand, state or category. */
export const DIMENSIONS: Record<string, z.ZodType> = {
  dispensary_id: idParameter.optional(),
  store_product_id: idParameter.optional(),
  brand_name: z.union([z.literal(''), textParameter]).optional(),
  category: z.union([z.literal(''), textParameter]).optional(),
  state: z.union([z.literal(''), stateCode]).optional(),
  day: day.optional(),
};
