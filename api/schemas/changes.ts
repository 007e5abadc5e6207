import { z } from '@hono/zod-openapi';
import { CHANGE_KINDS } from '../../db/queries/catalog-changes.ts';
import { time } from '../route-parts.ts';
import { PRICES, STOCK } from './products.ts';

const seenSchema = z.object({ ...PRICES, ...STOCK }).openapi('SeenProduct');

export const changeSchema = z
  .object({
    fetched_at: time,
    previous_fetched_at: time,
    payload_id: z.number().int(),
    previous_payload_id: z.number().int(),
    dispensary_id: z.number().int(),
    product_id: z.number().int(),
    name: z.string(),
    brand_name: z.string().nullable(),
    category: z.string().nullable(),
    kinds: z.array(z.enum(CHANGE_KINDS)),
    before: seenSchema.nullable().openapi({ description: 'Null: the previous payload did not have it.' }),
    after: seenSchema.nullable().openapi({ description: 'Null: the payload does not have it.' }),
  })
  .openapi('Change');
