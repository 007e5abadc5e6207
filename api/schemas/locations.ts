import { z } from '@hono/zod-openapi';
import { time } from '../route-parts.ts';
import { platformName } from './tasks.ts';

export const locationSchema = z
  .object({
    id: z.int().openapi({ description: 'The id for `/api/locations/{id}/admit`.' }),
    name: z.string(),
    platform: platformName,
    platform_dispensary_id: z.string(),
    slug: z.string(),
    menu_url: z.string(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postal_code: z.string().nullable(),
    country: z.string().nullable(),
    phone: z.string().nullable(),
    status: z.string().nullable().openapi({ description: 'The status, in the words of the platform.' }),
    rejected_because: z.string().openapi({
      description: 'Why the store is no dispensary.',
      examples: ['the name is that of a test shop'],
    }),
    first_seen_at: time,
    last_seen_at: time.openapi({ description: 'When discovery last found the store.' }),
  })
  .openapi('Location');
