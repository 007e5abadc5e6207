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
const timeParameter = z.iso.datetime({ offset: true }).openapi({ example: '2026-01-10T06:00:00Z' });

/** The parameters of a list that is narrowed to a time; spread into `z.strictObject`. */
export const RANGE_PARAMETERS = {
  since: timeParameter.optional().openapi({ description: 'From then on.' }),
  until: timeParameter.optional().openapi({ description: 'Before then.' }),
};

/** Those parameters as times that the database knows: nothing of ours is older than 1970. */
export function toRange({ since, until }: { since?: string | undefined; until?: string | undefined }): {
  since: Date | undefined;
  until: Date | undefined;
} {
  return {
    since: since === undefined ? undefined : momentOf(since),
    until: until === undefined ? undefined : momentOf(until),
  };
}

function momentOf(text: string): Date {
  return new Date(Math.min(Math.max(Date.parse(text), 0), LAST_MS));
}
