import { z } from '@hono/zod-openapi';
import { REASON_CHARACTERS_MAX } from '../../domain/audit-outcome.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { textParameter } from '../parameters.ts';
import { time } from '../route-parts.ts';
import { plainText } from './plain-text.ts';
import { platformName } from './tasks.ts';

const count = z.int();

/** The fields of a breaker that is not closed. */
export const breakerFields = {
  opened_at: time.openapi({ description: 'Since when it refuses every proxy.' }),
  open_until: time.openapi({ description: 'When a single request tries it again.' }),
  openings: count.openapi({ description: 'The pauses so far.' }),
  being_tried: z.boolean().openapi({ description: 'Whether a single request tries it now.' }),
  last_refusal: z
    .string()
    .nullable()
    .openapi({ description: 'What it answered last; null: the record was deleted.' }),
};

export const paceSchema = z
  .object({
    target: z.string().openapi({ description: 'A platform, or another host that was requested.' }),
    requests_per_second: z.number(),
    max_concurrent_requests: count,
    set_by_operator: z.array(z.enum(['requests_per_second', 'max_concurrent_requests'])).openapi({
      description:
        'The limits that an operator set. The other limits come from the environment of the API; the workers may have different ones.',
    }),
    speed: z.number().openapi({ description: 'The share of the limit that is in use, at most 1.' }),
    stopped_at: time.nullable().openapi({ description: 'When it was stopped; null: it is not stopped.' }),
    stopped_because: z.string().nullable(),
    waits_until: time
      .nullable()
      .openapi({ description: 'The end of the pause that it requested with `Retry-After`.' }),
    crawl_delay_ms: z
      .number()
      .openapi({ description: 'The delay between requests that its robots.txt demands.' }),
    latency_recent_ms: z.number().nullable(),
    latency_usual_ms: z.number().nullable(),
    under_way: count.openapi({ description: 'Requests that were sent and not answered yet.' }),
    waiting: count.openapi({ description: 'Requests that wait for their turn.' }),
    breaker: z
      .object(breakerFields)
      .nullable()
      .openapi({ description: 'The pause of all requests; null: it does not refuse every proxy.' }),
  })
  .openapi('PlatformPace');

export const platformPath = z.strictObject({
  name: textParameter.openapi({ examples: [PLATFORM_NAMES[0]] }),
});

const LIMIT_MAX = 1_000;

export const limitsChangeSchema = z
  .strictObject({
    requests_per_second: z
      .number({ error: `a number above 0, at most ${LIMIT_MAX} or null` })
      .positive()
      .max(LIMIT_MAX)
      .nullable()
      .optional()
      .openapi({
        description:
          'Null removes the limit that an operator set; the environment of the workers then applies.',
      }),
    max_concurrent_requests: z
      .int({ error: `a whole number from 1 to ${LIMIT_MAX} or null` })
      .min(1)
      .max(LIMIT_MAX)
      .nullable()
      .optional()
      .openapi({
        description:
          'Null removes the limit that an operator set; the environment of the workers then applies.',
      }),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'at least one of requests_per_second and max_concurrent_requests',
  )
  .openapi('PlatformLimits', { minProperties: 1 });

export const stopSchema = z
  .strictObject({
    reason: plainText({ least: 1, most: REASON_CHARACTERS_MAX, isTrimmed: true }).openapi({
      description: 'The reason, for people who find that work waits.',
    }),
  })
  .openapi('PlatformStop');

export const switchedSchema = z
  .object({
    platform: platformName,
    stopped: z.boolean(),
    was_stopped: z.boolean().openapi({ description: 'Whether it was stopped before.' }),
    reason: z.string().nullable().openapi({ description: 'Why it is stopped; null: it is not stopped.' }),
  })
  .openapi('SwitchedPlatform');
