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
        'Why it would count none: it went in before; a menu that was fetched later is in; it is not whole; too much of it cannot be read. Null: it counts.',
    }),
    misses_until_out_of_stock: z.number().int().openapi({
      description: 'So many payloads in a row have to miss a product, over long enough.',
    }),
    products: z
      .array(
        z.object({
          provider_product_id: z.string(),
          name: z.string(),
          in_stock: z.boolean().openapi({ description: 'Before it goes in.' }),
          misses: z.number().int().openapi({
            description:
              'How many payloads in a row have missed it, this one included; not counted beyond what takes it out of stock.',
          }),
          missing_since: time,
          goes_out_of_stock: z.boolean(),
        }),
      )
      .openapi({ description: 'Those that go out of stock first, then those that were missed most often.' }),
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
