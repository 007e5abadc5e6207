import { z } from '@hono/zod-openapi';
import { moment, platformName, priorityNumber, roleWord, stateCode } from './tasks.ts';

const id = z.int().min(1);

/** How a task is wanted, whatever it does. */
const WISHES = {
  priority: priorityNumber.optional(),
  scheduled_for: moment
    .optional()
    .openapi({ description: 'Not before this moment; one that is past means now.' }),
  max_retries: z.int().min(0).max(20).optional().openapi({
    description:
      'How often the whole task is tried again when it has failed, besides the retries of its stages.',
  }),
};

export const newTaskSchema = z
  .strictObject({
    role: roleWord,
    dispensary_id: id.optional().openapi({ example: 12 }),
    platform: platformName.optional(),
    state_code: stateCode.optional(),
    payload: z.strictObject({ payload_id: id }).optional(),
    images: z.boolean().optional().openapi({ description: 'False leaves the pictures out.' }),
    ...WISHES,
  })
  .openapi('NewTask');

export const enqueueSchema = newTaskSchema.omit({ platform: true, state_code: true, payload: true }).extend({
  role: z
    .enum(['payload_fetch', 'product_discovery', 'product_resync', 'entry_point_discovery'])
    .default('payload_fetch'),
  dispensary_id: id,
});
