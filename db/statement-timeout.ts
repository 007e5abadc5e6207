import { AsyncLocalStorage } from 'node:async_hooks';

const timeouts = new AsyncLocalStorage<number>();

/** Runs work whose transactions have a statement timeout of their own: longer for slow statements, shorter if somebody waits. */
export function withStatementTimeout<Result>(
  statementMsMax: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return timeouts.run(statementMsMax, work);
}

/** Returns the statement timeout of the calling work, in milliseconds; undefined: the pool's own applies. */
export function statementTimeoutMs(): number | undefined {
  return timeouts.getStore();
}
