import { AsyncLocalStorage } from 'node:async_hooks';

const bounds = new AsyncLocalStorage<number>();

/** Does work whose transactions have statements that may each take longer than usual, such as one that reads the whole catalog. */
export function allowStatements<Result>(
  statementMsMax: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return bounds.run(statementMsMax, work);
}

/** How long a statement of the calling work may take, in milliseconds; undefined: as long as any. */
export function allowedStatementMs(): number | undefined {
  return bounds.getStore();
}
