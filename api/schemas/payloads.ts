import { z } from '@hono/zod-openapi';
import { describeMeasure } from '../../domain/belief/describe-measure.ts';
import type { PayloadDiff } from '../../payloads/diff-payloads.ts';
import type { PayloadRow } from '../../db/queries/payload-pages.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import type { DoubtedRow } from '../../reports/doubt-ends.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import { time } from '../route-parts.ts';
import { plainText } from './plain-text.ts';
import { sampleListSchema } from './samples.ts';
import { taskStartSchema } from './task-start.ts';

export const VERDICTS = ['accepted', 'suspect', 'confirmed', 'rejected'] as const;

export const payloadSchema = z
  .object({
    id: z.number().int(),
    dispensary_id: z.number().int(),
    dispensary_name: z.string(),
    crawl_run_id: z.number().int().nullable(),
    platform: z.enum(PLATFORM_NAMES),
    storage_path: z.string(),
    held_by: z.string().nullable().openapi({
      description: 'The only pod that has the file, on its own disk; null: all workers share the storage.',
    }),
    sha256: z.string(),
    size_bytes: z.number().int(),
    size_bytes_raw: z.number().int(),
    product_count: z.number().int(),
    pages: z.number().int(),
    total_count: z.number().int().nullable(),
    missing_count: z.number().int(),
    browser_profile: z.string(),
    fetch_duration_ms: z.number().int(),
    fetched_at: time,
    ingested_at: time.nullable(),
    ingest_counts: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .nullable()
      .openapi({
        description:
          'Counts of products, except `missesOff`, a text: why products that the payload lacks do not count as missed.',
      }),
    verdict: z.enum(VERDICTS),
    suspicion: z
      .object({
        fault: z.string(),
        message: z.string(),
        evidence: z.record(z.string(), z.unknown()),
        faults: z
          .array(z.string())
          .optional()
          .openapi({ description: 'All faults; `fault` is the first of them.' }),
        measured: z
          .array(
            z.object({
              rule: z.string(),
              count: z.number(),
              of: z.number(),
              up: z.number().optional(),
              words: z.string().openapi({ description: 'The count, in words.' }),
            }),
          )
          .optional()
          .openapi({ description: 'The counts of all rules; the rules that doubt the menu come first.' }),
        doubts: z.int().optional().openapi({ description: 'How many rules of `measured` doubt the menu.' }),
        samples: sampleListSchema,
        direction: z.enum(['up', 'down']).nullable().openapi({
          description:
            'Whether most of the doubted prices or quantities went up or down; null: the first doubting rule does not count this.',
        }),
      })
      .nullable()
      .openapi({
        description:
          'What is doubted about the payload. Payloads of earlier versions have only the first three fields, and no samples.',
      }),
    decided_by: z.string().nullable(),
    decided_because: z.string().nullable(),
    decided_at: time.nullable(),
    confirmed_by: z
      .array(z.number().int())
      .nullable()
      .openapi({ description: 'The payloads that agree with it, if a later crawl confirmed it.' }),
    file_state: z.enum(['stored', 'missing', 'corrupt', 'expired']),
  })
  .openapi('Payload');

/** Converts a row for responses. */
export function toPayload(row: PayloadRow): z.input<typeof payloadSchema> {
  return {
    ...withIsoTimes(row),
    suspicion: row.suspicion === null ? null : toSuspicion(row.suspicion),
  };
}

function toSuspicion({ measured, ...suspicion }: Stored): z.input<typeof payloadSchema>['suspicion'] {
  return {
    ...suspicion,
    evidence: { ...suspicion.evidence },
    ...(measured === undefined
      ? {}
      : { measured: measured.map((one) => ({ ...one, words: describeMeasure(one) })) }),
  };
}

/** Rows of earlier versions have no `measured`. */
type Stored = Omit<NonNullable<PayloadRow['suspicion']>, 'measured'> & {
  measured?: NonNullable<PayloadRow['suspicion']>['measured'];
};

export const payloadDetailSchema = payloadSchema
  .extend({
    task_id: z
      .string()
      .nullable()
      .openapi({ description: 'The crawl that fetched it; null if that record has been deleted.' }),
    current_payload_id: z.number().int().nullable().openapi({
      description:
        'The payload that the current products of the store come from; a doubted payload is compared with it. Null: no menu of the store has been ingested yet.',
    }),
    current_payload_fetched_at: time.nullable(),
    current_payload_product_count: z.number().int().nullable(),
    previous_payload_id: z.number().int().nullable().openapi({
      description: 'The last ingested payload of the store that was fetched before this one.',
    }),
    earlier_waiting: z
      .array(
        z.object({
          id: z.number().int(),
          fetched_at: time,
          agrees: z.boolean().openapi({
            description:
              'Whether it has the same content. If it has, confirming the later payload confirms it; otherwise that rejects it.',
          }),
        }),
      )
      .openapi({
        description:
          'Earlier payloads of the store that also wait for a decision, the newest first, at most 50.',
      }),
    doubt_end: z
      .object({
        by: z.enum(['look_again', 'next_crawl', 'person']).openapi({
          description:
            '`look_again`: the extra crawl that is scheduled for `at`. `next_crawl`: a later regular crawl. `person`: only a person can accept the payload.',
        }),
        at: time.nullable(),
        why: z.string(),
      })
      .nullable()
      .openapi({
        description:
          'What can end the doubt unless a person decides before; a crawl ends it only if it sees the same menu. Null: the payload is not doubted any more.',
      }),
  })
  .openapi('PayloadDetail');

/** Converts a row with its related rows for responses. */
export function toPayloadDetail({
  workflow_id: workflow,
  workflow_run_id: run,
  current_payload_fetched_at: shownSince,
  is_crawled: _isCrawled,
  doubt_end: end,
  ...row
}: DoubtedRow): z.input<typeof payloadDetailSchema> {
  const {
    current_payload_id,
    current_payload_product_count,
    previous_payload_id,
    earlier_waiting,
    ...payload
  } = row;
  return {
    ...toPayload(payload),
    task_id: workflow === null || run === null ? null : taskId(workflow, run),
    current_payload_id,
    current_payload_fetched_at: shownSince?.toISOString() ?? null,
    current_payload_product_count,
    previous_payload_id,
    earlier_waiting: earlier_waiting.map(withIsoTimes),
    doubt_end: end === null ? null : withIsoTimes(end),
  };
}

export const decisionRequestSchema = z
  .strictObject({
    decision: z.enum(['confirm', 'reject']),
    reason: plainText({ least: 1, most: 1_000, isTrimmed: true })
      .nullable()
      .openapi({ description: 'The reason of the decision, for the record; null: none is given.' }),
    decided_by: plainText({ least: 1, most: 200, isTrimmed: true }).optional().openapi({
      description:
        'The name of the person who decides; default: the name of the key. The id of the key is appended.',
    }),
  })
  .openapi('DecisionRequest');

export const decisionSchema = z
  .object({
    payload: payloadSchema,
    task: z.union([taskStartSchema, z.null()]).openapi({
      description:
        'The task that ingests the payload; null if it was rejected, or if it was confirmed and ingested before: `payload` says by whom and when.',
    }),
    settled: z.array(z.object({ id: z.number().int(), verdict: z.enum(['confirmed', 'rejected']) })).openapi({
      description:
        'The earlier payloads of the store that were decided with it, the newest first. Empty if this repeats an earlier decision.',
    }),
  })
  .openapi('Decision');

const comparedPayloadSchema = z
  .object({ id: z.number().int(), fetchedAt: time, productCount: z.number().int() })
  .openapi('ComparedPayload');

const text = z.string().nullable();
const quantity = z.number().int().nullable();
const prices = { rec: text, med: text, specialRec: text, specialMed: text };
const stock = { quantity, quantityCapped: z.boolean() };
const product = { providerProductId: z.string(), name: z.string() };
const option = { ...product, option: z.string(), nth: z.number().int() };

/** Lists of changes, by option. */
export const DIFF_DETAILS = {
  added: z.array(
    z.object({
      ...product,
      inStock: z.boolean(),
      options: z.array(z.object({ option: z.string(), ...prices, ...stock })),
    }),
  ),
  removed: z.array(z.object(product)),
  priceChanges: z.array(
    z.object({ ...option, from: z.object(prices).nullable(), to: z.object(prices).nullable() }),
  ),
  stockChanges: z.array(
    z.union([
      z.object({ ...option, from: z.object(stock).nullable(), to: z.object(stock).nullable() }),
      z
        .object({
          ...product,
          option: z.null(),
          from: z.object({ inStock: z.boolean() }),
          to: z.object({ inStock: z.boolean() }),
        })
        .openapi({ description: 'The whole product came into stock, or went out of stock.' }),
    ]),
  ),
};

/** Keeps the form of the API's first version. */
export const payloadDiffSchema = z
  .object({
    success: z.literal(true),
    from: comparedPayloadSchema,
    to: comparedPayloadSchema,
    diff: z.object({
      added: z.number().int(),
      removed: z.number().int(),
      priceChanges: z.number().int(),
      stockChanges: z.number().int(),
    }),
    details: z.object(DIFF_DETAILS),
  })
  .openapi('PayloadDiff');

/** Converts a comparison for responses: the same, whether it was made from files or from snapshots. */
export function toPayloadDiff({ details, ...rest }: PayloadDiff): z.input<typeof payloadDiffSchema> {
  return { ...rest, details: toDiffDetails(details) };
}

/** Reduces the changes to the product fields of these lists. */
export function toDiffDetails(details: PayloadDiff['details']): z.input<typeof payloadDiffSchema>['details'] {
  const added = details.added.map(({ providerProductId, name, inStock, options }) => ({
    providerProductId,
    name,
    inStock,
    options: options.map(({ option: label, rec, med, specialRec, specialMed, ...more }) => ({
      option: label,
      rec,
      med,
      specialRec,
      specialMed,
      quantity: more.quantity,
      quantityCapped: more.quantityCapped,
    })),
  }));
  return { ...details, added };
}
