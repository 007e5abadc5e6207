import { Context } from '@temporalio/activity';

const lastCalls = new WeakMap<Context, number>();

/** Sends a heartbeat of the calling activity and records its time. All our activities must heartbeat through this function. */
export function heartbeat(details?: unknown): void {
  const context = Context.current();
  lastCalls.set(context, performance.now());
  context.heartbeat(details);
}

/** Returns the time of an activity's last heartbeat, in `performance.now()` time; null if it never sent one. */
export function lastHeartbeat(context: Context): number | null {
  return lastCalls.get(context) ?? null;
}
