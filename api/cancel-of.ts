import type { Context } from 'hono';
import type { Asking } from '../db/queries/run-events.ts';
import type { ApiEnv } from './api-env.ts';
import { readReason } from './reason.ts';

/** Returns who cancels and why, and in `terminationReason` the reason that Temporal records. */
export function cancelOf(c: Context<ApiEnv>): Asking & { terminationReason: string } {
  const reason = readReason(c);
  return { actor: c.get('actor')?.name ?? null, reason, terminationReason: reason ?? 'cancelled by the API' };
}
