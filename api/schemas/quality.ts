import { z } from '@hono/zod-openapi';
import { PROBLEM_WORDS, QUALITY_PROBLEMS } from '../../domain/quality.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import type { QualityItem, QualitySummary } from '../../reports/quality-report.ts';
import { time } from '../route-parts.ts';
import { sampleListSchema } from './samples.ts';
import { platformName } from './tasks.ts';

export const problemName = z.enum(QUALITY_PROBLEMS).openapi('QualityProblem', {
  description: QUALITY_PROBLEMS.map((problem) => `\`${problem}\`: ${PROBLEM_WORDS[problem]}.`).join(' '),
});

const driftFields = {
  kind: z.enum(['new field', 'type changed', 'field gone']),
  path: z.string(),
  known: z.array(z.string()).openapi({ description: 'The types before.' }),
  found: z.array(z.string()).openapi({ description: 'The types in the payload.' }),
  example: z.string().nullable().openapi({ description: 'An example value in JSON, shortened.' }),
};

const platformDriftSchema = z
  .object({
    ...driftFields,
    operation: z.string().openapi({ description: "The platform's name of the request." }),
    dispensary_id: z.int(),
    payload_id: z.int(),
    drifted_at: time,
  })
  .openapi('PlatformDrift');

export const qualityItemSchema = z
  .object({
    dispensary_id: z.int(),
    dispensary_name: z.string(),
    platform: platformName,
    state: z.string().nullable(),
    problems: z.array(problemName).openapi({ description: 'The worst first.' }),
    payload_id: z.int().nullable().openapi({ description: 'The newest ingested payload.' }),
    fetched_at: time.nullable().openapi({ description: 'When that payload was fetched.' }),
    interval_hours: z.number().openapi({
      description:
        'The time between regular crawls: the dispensary’s own interval, rounded to firings of the schedule, or the interval of the schedule.',
    }),
    quarantined: z.int().openapi({ description: 'Payloads that wait for a decision.' }),
    suspect_id: z.int().nullable().openapi({ description: 'The newest payload that waits.' }),
    faults: z.array(z.string()).openapi({ description: 'Why it is doubted.' }),
    suspicion: z.string().nullable().openapi({ description: 'The reason in words.' }),
    suspicion_samples: sampleListSchema,
    confirmed_suspicion: z
      .string()
      .nullable()
      .openapi({ description: 'Why the ingested menu was doubted before it was confirmed.' }),
    confirmed_samples: sampleListSchema,
    look_again_at: time.nullable().openapi({
      description: 'When the store is crawled again to settle the doubt; null: no such crawl is scheduled.',
    }),
    products: z.int().openapi({ description: 'Products of the newest ingested payload.' }),
    skipped: z.int().openapi({ description: 'Products of that payload that could not be read.' }),
    skipped_options: z.int(),
    dropped_values: z.int(),
    missing: z.int().openapi({ description: 'Products that the platform counted but that were on no page.' }),
    misses_off: z.enum(['incomplete', 'unreadable']).nullable().openapi({
      description: 'Why products that the payload lacks stay in stock; null: they count as missed.',
    }),
    last_status: z.string().nullable().openapi({ description: 'How the last crawl ended.' }),
    last_ended_at: time.nullable(),
    last_error_kind: z.string().nullable(),
    last_error_message: z.string().nullable(),
    skipped_samples: z.array(z.object({ id: z.string().nullable(), reason: z.string() })),
    flaw_samples: z.array(
      z.object({ id: z.string(), cost: z.enum(['option', 'value']), place: z.string(), reason: z.string() }),
    ),
    drift: z.array(z.object(driftFields)),
  })
  .openapi('DispensaryQuality');

export const qualitySummarySchema = z
  .object({
    platforms: z.array(
      z.object({
        platform: platformName,
        dispensaries: z.int().openapi({ description: 'The number of dispensaries with crawls enabled.' }),
        problems: z
          .record(z.enum(QUALITY_PROBLEMS), z.int())
          .openapi({ description: 'How many of these have each problem.' }),
        drift: z
          .array(platformDriftSchema)
          .openapi({ description: 'The fields that drifted within the last seven days, the latest first.' }),
      }),
    ),
    examples: z
      .partialRecord(z.enum(QUALITY_PROBLEMS), qualityItemSchema)
      .openapi({ description: 'One example dispensary for each problem.' }),
  })
  .openapi('QualitySummary');

/** Converts a dispensary for responses. */
export function toQualityItem(item: QualityItem): z.input<typeof qualityItemSchema> {
  return withIsoTimes(item);
}

/** Converts the summary for responses. */
export function toQualitySummary({
  platforms,
  examples,
}: QualitySummary): z.input<typeof qualitySummarySchema> {
  return {
    platforms: platforms.map((one) => ({ ...one, drift: one.drift.map(withIsoTimes) })),
    examples: Object.fromEntries(
      Object.entries(examples).map(([problem, item]) => [problem, toQualityItem(item)]),
    ),
  };
}
