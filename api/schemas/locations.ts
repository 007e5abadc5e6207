import { z } from '@hono/zod-openapi';
import { time } from '../route-parts.ts';
import { platformName } from './tasks.ts';

export const locationSchema = z
  .object({
    id: z.int().openapi({ description: '`/api/locations/{id}/admit` takes it.' }),
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
    status: z.string().nullable().openapi({ description: 'As the platform says.' }),
    rejected_because: z
      .string()
      .openapi({ description: 'Why it is no dispensary.', examples: ['the name is that of a test shop'] }),
    first_seen_at: time,
    last_seen_at: time.openapi({ description: 'When discovery found it last.' }),
  })
  .openapi('Location');
