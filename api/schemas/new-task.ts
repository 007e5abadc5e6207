import { moment } from '../parameters.ts';
import { SEARCH_SCOPE } from './search-scope.ts';
import { z } from '@hono/zod-openapi';
import { databaseId, images, platformName, priorityNumber } from './tasks.ts';

/** Options of every task, whatever its role. */
const WISHES = {
  priority: priorityNumber.optional(),
  scheduled_for: moment
    .optional()
    .openapi({ description: 'The earliest start; a time in the past means now.' }),
  max_retries: z.int().min(0).max(20).optional().openapi({
    description:
      'How many times the whole task is retried after a failure, in addition to the retries of its stages. Default: 3 for a chain, otherwise 0.',
  }),
};

const STORE = {
  dispensary_id: databaseId.openapi({ examples: [1] }),
  platform: platformName
    .optional()
    .openapi({ description: 'The platform of the dispensary; may be omitted.' }),
};

const CHAIN = {
  ...STORE,
  images,
  ...WISHES,
};

// `product_resync`, the older word, means a chain: payload_fetch and product_refresh.
const CHAIN_WORDS = ['payload_fetch', 'product_discovery', 'product_resync'] as const;

const chainTask = z.strictObject({ role: z.enum(CHAIN_WORDS), ...CHAIN });

const resolveTask = z.strictObject({
  role: z.literal('entry_point_discovery'),
  ...STORE,
  ...WISHES,
});

/** Each role takes only the fields that select its work. */
export const newTaskSchema = z
  .discriminatedUnion('role', [
    chainTask,
    resolveTask,
    z.strictObject({
      role: z.literal('product_refresh'),
      payload: z.strictObject({ payload_id: databaseId }),
      dispensary_id: STORE.dispensary_id.optional(),
      platform: STORE.platform,
      ...WISHES,
    }),
    z.strictObject({
      role: z.literal('store_discovery'),
      platform: platformName.optional(),
      ...SEARCH_SCOPE,
      ...WISHES,
    }),
    z.strictObject({ role: z.enum(['analytics_refresh', 'proxy_probe', 'storage_sweep']), ...WISHES }),
  ])
  .openapi('NewTask');

/** A crawl of one dispensary. */
export const enqueueSchema = z
  .strictObject({ role: z.enum(CHAIN_WORDS).default('payload_fetch'), ...CHAIN })
  .openapi('NewJob');

export type NewTask = z.output<typeof newTaskSchema>;
