import type { Context } from 'hono';
import type { Asking } from '../db/queries/run-events.ts';
import type { ApiEnv } from './api-env.ts';
import { readReason } from './reason.ts';

/** Returns who cancels and why, and in `told` the reason that Temporal records. */
export function cancelOf(c: Context<ApiEnv>): Asking & { told: string } {
  const reason = readReason(c);
  return { actor: c.get('actor')?.name ?? null, reason, told: reason ?? 'cancelled by the API' };
}
