import { z } from '@hono/zod-openapi';
import type { RangedPayload } from '../../db/queries/replay.ts';
import type { PreviewedReplay } from '../../payloads/preview-replay.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import { RANGE_PARAMETERS } from '../parameters.ts';
import { PAGE_PARAMETERS, time } from '../route-parts.ts';
import { DIFF_DETAILS, toDiffDetails } from './payloads.ts';
import { stateCode } from './state-code.ts';
import { wordedText } from './worded-text.ts';

export const replayQuery = z.strictObject({
  dispensary_ids: wordedText(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,499}$/, 'up to 500 ids, separated by commas')
    .optional()
    .openapi({
      description: 'Only payloads of these dispensaries: one or several ids, separated by commas.',
      examples: ['1,2'],
    }),
  state: stateCode.optional(),
  ...RANGE_PARAMETERS,
  ...PAGE_PARAMETERS,
});

export const replayablePayloadSchema = z
  .object({ id: z.number().int(), dispensary_id: z.number().int(), fetched_at: time })
  .openapi('ReplayablePayload');

/** A field beside the list's items. */
export const leftOutField = {
  left_out: z.array(z.object({ reason: z.string(), count: z.number().int() })).openapi({
    description: 'How many payloads of the range cannot be ingested, because of their verdict or their file.',
  }),
};

/** Converts a row of the list for responses. */
export function toReplayable(row: RangedPayload): z.input<typeof replayablePayloadSchema> {
  return withIsoTimes(row);
}

const changedTotals = z
  .record(z.string(), z.unknown())
  .openapi({ description: 'Only the values that differ.' });

export const replayPreviewSchema = z
  .object({
    payload_id: z.number().int(),
    product_count: z.number().int().openapi({ description: 'How many products could be read.' }),
    details: z.object({
      ...DIFF_DETAILS,
      totals: z
        .array(
          z.object({
            providerProductId: z.string(),
            name: z.string(),
            from: changedTotals,
            to: changedTotals,
          }),
        )
        .openapi({ description: 'Products with a changed value that does not belong to an option.' }),
    }),
  })
  .openapi('ReplayPreview');

/** Converts the preview of a replay for responses. */
export function toReplayPreview(
  id: number,
  { productCount, details: { totals, ...menu } }: PreviewedReplay,
): z.input<typeof replayPreviewSchema> {
  return { payload_id: id, product_count: productCount, details: { ...toDiffDetails(menu), totals } };
}
