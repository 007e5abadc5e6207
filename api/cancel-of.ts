import type { Context } from 'hono';
import type { Asking } from '../db/queries/run-events.ts';
import type { ApiEnv } from './api-env.ts';
import { readReason } from './reason.ts';

/** Who cancels with a request, and why. */
export function cancelOf(c: Context<ApiEnv>): Asking & { reason: string } {
  return {
    actor: c.get('actor')?.name ?? null,
    reason: readReason(c) ?? 'cancelled by the API',
  };
}
