import { z } from '@hono/zod-openapi';

// Parameters that several lists take.

/** True or false, in a query. */
export const flagParameter = z.enum(['true', 'false']).transform((given) => given === 'true');

/** Some text, in a query. */
export const textParameter = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[ -~\u00a0-\ud7ff\ue000-\uffff]+$/, 'it takes no control characters');

const LAST_MS = Date.UTC(9999, 11, 31);

/** A moment, in a query. */
const timeParameter = z.iso
  .datetime({ offset: true })
  .refine(
    (given) => Date.parse(given) >= 0 && Date.parse(given) < LAST_MS,
    'it takes a time of the years 1970 to 9999',
  )
  .openapi({ example: '2026-01-10T06:00:00Z' });

/** The parameters of a list that is narrowed to a time; spread into `z.strictObject`. */
export const RANGE_PARAMETERS = {
  since: timeParameter.optional().openapi({ description: 'From then on.' }),
  until: timeParameter.optional().openapi({ description: 'Before then.' }),
};

/** Those parameters as times. */
export function toRange({ since, until }: { since?: string | undefined; until?: string | undefined }): {
  since: Date | undefined;
  until: Date | undefined;
} {
  return {
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}
