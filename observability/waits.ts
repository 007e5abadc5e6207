import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that a piece of work waits for. */
interface Wait {
  /** For operators, such as `the database` or `a turn at dutchie`. Must not contain credentials. */
  what: string;
  /** By `performance.now()`. */
  since: number;
}

/** The waits of one piece of work. */
export interface WaitWatch {
  /** When a wait last succeeded, by `performance.now()`. */
  movedAt: number;
  /** Open waits in the order in which they began: a wait within another one comes after it. */
  open: Set<Wait>;
}

const watches = new AsyncLocalStorage<WaitWatch>();

/** Runs work and records its waits. */
export function watchWaits<Result>(watch: WaitWatch, work: () => Promise<Result>): Promise<Result> {
  return watches.run(watch, work);
}

/** Runs background work, such as lease renewals, whose waits must not count as progress. */
export function withoutWaitWatch<Result>(work: () => Promise<Result>): Promise<Result> {
  return watches.exit(work);
}

/** Waits for something, and records the wait in the current watch, if there is one. */
export async function waitFor<Result>(what: string, wait: () => Promise<Result>): Promise<Result> {
  const watch = watches.getStore();
  if (watch === undefined) return wait();
  const open = { what, since: performance.now() };
  watch.open.add(open);
  try {
    const result = await wait();
    watch.movedAt = performance.now();
    return result;
  } finally {
    watch.open.delete(open);
  }
}
