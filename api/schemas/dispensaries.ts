import { z } from '@hono/zod-openapi';
import type { DispensaryRow } from '../../db/queries/catalog-dispensaries.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import { time } from '../route-parts.ts';
import { taskStartSchema } from './task-start.ts';
import { priorityNumber } from './tasks.ts';

const FETCH_MODES = ['http', 'browser', 'auto'] as const;

/** A longer interval is a typing mistake. */
const INTERVAL_HOURS_MAX = 24 * 366;

export const dispensarySchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    platform: z.enum(PLATFORM_NAMES),
    platform_dispensary_id: z
      .string()
      .nullable()
      .openapi({ description: 'The id on the platform; null until it is resolved.' }),
    slug: z.string(),
    menu_url: z.string(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postal_code: z.string().nullable(),
    country: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    time_zone: z.string().nullable(),
    phone: z.string().nullable(),
    crawl_enabled: z.boolean(),
    crawl_stopped_at: time.nullable().openapi({
      description:
        'Null while it is crawled, or if it is not known: they were not switched off through the API.',
    }),
    crawl_stopped_by: z.string().nullable().openapi({ description: 'The name of the key that was used.' }),
    crawl_stopped_because: z.string().nullable().openapi({ description: 'The reason that was given.' }),
    crawl_interval_hours: z.number().nullable().openapi({
      description: 'The interval that an operator set; null: the interval adapts, or follows the schedule.',
    }),
    adapted_interval_hours: z.number().nullable(),
    fetch_mode: z.enum(FETCH_MODES),
    browser_until: time.nullable(),
    product_count: z.number().int(),
    first_crawl_at: time.nullable(),
    last_crawl_at: time.nullable(),
    last_crawl_started_at: time.nullable(),
    last_fetch_at: time.nullable(),
    closed_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .openapi('Dispensary');

/** Converts a row for responses. */
export function toDispensary(row: DispensaryRow): z.input<typeof dispensarySchema> {
  return withIsoTimes(row);
}

export const dispensaryChangeSchema = z
  .strictObject({
    crawl_enabled: z.boolean().optional(),
    crawl_interval_hours: z
      .number({ error: `a number above 0, at most ${INTERVAL_HOURS_MAX} or null` })
      .positive()
      .max(INTERVAL_HOURS_MAX)
      .nullable()
      .optional()
      .openapi({ description: 'Null lets the interval adapt, or follow the schedule.' }),
    fetch_mode: z.enum(FETCH_MODES).optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'at least one of crawl_enabled, crawl_interval_hours and fetch_mode',
  )
  .openapi('DispensaryChange', { minProperties: 1 });

const MENU_URL_CHARACTERS_MAX = 2_000;

/** What to start for a store that is added. */
const FIRST_CRAWL = {
  crawl: z.boolean().optional().openapi({ description: 'False starts no first crawl.' }),
  priority: priorityNumber
    .optional()
    .openapi({ description: 'The priority of the first crawl; default 10.' }),
};

export const newDispensarySchema = z
  .strictObject({
    menu_url: z
      .string()
      .min(1)
      .max(MENU_URL_CHARACTERS_MAX)
      .openapi({ description: 'The address of the store’s menu, as copied from a browser.' }),
    ...FIRST_CRAWL,
  })
  .openapi('NewDispensary');

export const admissionSchema = z.strictObject(FIRST_CRAWL).openapi('Admission');

export const addedDispensarySchema = z
  .object({
    ...dispensarySchema.shape,
    is_new: z.boolean().openapi({ description: 'False: the store was a dispensary before.' }),
    task: z.union([taskStartSchema, z.null()]).openapi({
      description: 'The task that was started for it; null: none is needed, or its crawls are disabled.',
    }),
  })
  .openapi('AddedDispensary');

export const crawlRequestSchema = z
  .strictObject({
    priority: priorityNumber.optional().openapi({
      description:
        'Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 for urgent work, which is the default.',
    }),
    role: z.enum(['payload_fetch', 'product_discovery']).optional(),
    images: z.boolean().optional().openapi({ description: 'False skips the images.' }),
  })
  .openapi('CrawlRequest');
