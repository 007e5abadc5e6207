import type { Context } from 'hono';
import type { Asking } from '../db/queries/run-events.ts';
import { scrubWords } from '../domain/credentials.ts';
import type { ApiEnv } from './api-env.ts';

/** Who cancels with a request, and why. */
export function cancelOf(c: Context<ApiEnv>): Asking & { reason: string } {
  return {
    actor: c.get('actor')?.name ?? null,
    reason: scrubWords(c.req.header('X-Reason') ?? 'cancelled by the API'),
  };
}
