import { Context } from '@temporalio/activity';

const lastCalls = new WeakMap<Context, number>();

/** Sends a heartbeat of the calling activity, and notes when. Every heartbeat of our activities goes through here. */
export function heartbeat(details?: unknown): void {
  const context = Context.current();
  lastCalls.set(context, performance.now());
  context.heartbeat(details);
}

/** When an activity last sent a heartbeat, as `performance.now()` counts; null: it has not. */
export function lastHeartbeat(context: Context): number | null {
  return lastCalls.get(context) ?? null;
}
