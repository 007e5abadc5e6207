import { AsyncLocalStorage } from 'node:async_hooks';

const timeouts = new AsyncLocalStorage<number>();

/** Runs work whose transactions contain slow statements, for example reads of the whole catalog. */
export function withStatementTimeout<Result>(
  statementMsMax: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return timeouts.run(statementMsMax, work);
}

/** The statement timeout of the calling work; undefined: the pool's own. */
export function statementTimeoutMs(): number | undefined {
  return timeouts.getStore();
}
