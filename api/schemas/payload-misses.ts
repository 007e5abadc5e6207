import { z } from '@hono/zod-openapi';
import { MISSES_UNTIL_OUT_OF_STOCK } from '../../domain/product.ts';
import type { PreviewedMisses } from '../../payloads/preview-misses.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import { time } from '../route-parts.ts';

export const payloadMissesSchema = z
  .object({
    payload_id: z.number().int(),
    misses_off: z.enum(['ingested', 'older', 'incomplete', 'unreadable']).nullable().openapi({
      description:
        'Why it would count no misses: it was ingested before, a newer menu was ingested, it is incomplete, or too much of it cannot be read. Null: it would count misses.',
    }),
    misses_until_out_of_stock: z.number().int().openapi({
      description:
        'How many payloads in a row, over a long enough time, have to lack a product until it is out of stock.',
    }),
    products: z
      .array(
        z.object({
          provider_product_id: z.string(),
          name: z.string(),
          in_stock: z.boolean().openapi({ description: 'The stock status before the ingest.' }),
          misses: z.number().int().openapi({
            description:
              'How many payloads in a row, including this one, lack the product; counted only up to the number that takes it out of stock.',
          }),
          missing_since: time,
          goes_out_of_stock: z.boolean(),
        }),
      )
      .openapi({
        description: 'The products, those that go out of stock first, then those with the most misses.',
      }),
  })
  .openapi('PayloadMisses');

/** Converts the preview of misses for responses. */
export function toPayloadMisses(
  id: number,
  { off, products }: PreviewedMisses,
): z.input<typeof payloadMissesSchema> {
  return {
    payload_id: id,
    misses_off: off,
    misses_until_out_of_stock: MISSES_UNTIL_OUT_OF_STOCK,
    products: products.map(withIsoTimes),
  };
}
